package io.binnacle.client.config;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.PathConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what an Envoy bootstrap says about where resources come from: {@code node}, {@code
 * dynamic_resources} (ADS, own sources of Listener and Cluster, REST, files), and {@code
 * config_sources} by authority. Addresses and TLS come from the static clusters that are named, or
 * from {@code google_grpc}. All else is left alone.
 */
public final class EnvoyBootstrap {

  private final Document document;
  private final Bootstrap bootstrap;
  private final EnvoyServers servers;

  private EnvoyBootstrap(Document document) {
    this.document = document;
    this.bootstrap = document.decode(document.root(), Bootstrap.getDefaultInstance(), "");
    document.check();
    this.servers =
        new EnvoyServers(
            bootstrap.getStaticResources().getClustersList(),
            message -> document.error(document.root(), message));
  }

  /**
   * Reads a file.
   *
   * @throws IOException when it cannot be read
   * @throws BadBootstrapException when it cannot be used
   */
  public static ClientBootstrap read(Path file) throws IOException {
    return parse(file.toString(), Files.readString(file));
  }

  /**
   * Reads text.
   *
   * @param file its name, for findings; one that ends in {@code .json} is JSON, any other YAML
   * @throws BadBootstrapException when it cannot be used
   */
  public static ClientBootstrap parse(String file, String text) {
    return new EnvoyBootstrap(new Document(file, text)).settings();
  }

  private ClientBootstrap settings() {
    Bootstrap.DynamicResources dynamic = bootstrap.getDynamicResources();
    List<XdsSource> ads =
        dynamic.hasAdsConfig() ? servers.of(dynamic.getAdsConfig(), true) : List.of();
    Map<ResourceType, XdsSource> types = new LinkedHashMap<>();
    if (dynamic.hasLdsConfig()) {
      ownSource(ResourceType.LISTENER, dynamic.getLdsConfig(), types);
    }
    if (dynamic.hasCdsConfig()) {
      ownSource(ResourceType.CLUSTER, dynamic.getCdsConfig(), types);
    }
    Map<String, List<XdsSource>> authorities = new HashMap<>();
    for (ConfigSource source : bootstrap.getConfigSourcesList()) {
      List<XdsSource> own = source.hasAds() ? ads : servers.of(source.getApiConfigSource());
      source.getAuthoritiesList().forEach(authority -> authorities.put(authority.getName(), own));
    }
    if (ads.isEmpty() && types.isEmpty() && authorities.isEmpty()) {
      document.error(document.root(), "dynamic_resources: names no source that a client can use");
    }
    document.check();
    return new ClientBootstrap(bootstrap.getNode(), ads, types, authorities);
  }

  private void ownSource(
      ResourceType type, ConfigSource source, Map<ResourceType, XdsSource> types) {
    switch (source.getConfigSourceSpecifierCase()) {
      case PATH_CONFIG_SOURCE -> {
        PathConfigSource file = source.getPathConfigSource();
        String directory = file.getWatchedDirectory().getPath();
        types.put(
            type,
            new FileSource(
                Path.of(file.getPath()), directory.isEmpty() ? null : Path.of(directory)));
      }
      case API_CONFIG_SOURCE -> {
        ApiConfigSource api = source.getApiConfigSource();
        servers.of(api).stream().findFirst().ifPresent(first -> types.put(type, first));
      }
      default -> {
        // ADS, or nothing: then the type comes from the servers
      }
    }
  }
}
