package io.binnacle.client.config;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.Durations;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.GrpcService;
import io.envoyproxy.envoy.config.core.v3.GrpcService.GoogleGrpc;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The servers that an Envoy bootstrap's API config sources mean. Each endpoint of a static cluster
 * is a server of its own, in the order of the text. Used by one thread.
 */
final class EnvoyServers {

  private final Map<String, Cluster> clusters = new HashMap<>();
  private final Consumer<String> errors;

  EnvoyServers(List<Cluster> staticClusters, Consumer<String> errors) {
    staticClusters.forEach(cluster -> clusters.put(cluster.getName(), cluster));
    this.errors = errors;
  }

  /** The servers of a source, aggregated where its API type says so. */
  List<XdsSource> of(ApiConfigSource api) {
    boolean aggregated =
        api.getApiType() == ApiConfigSource.ApiType.AGGREGATED_GRPC
            || api.getApiType() == ApiConfigSource.ApiType.AGGREGATED_DELTA_GRPC;
    return of(api, aggregated);
  }

  List<XdsSource> of(ApiConfigSource api, boolean aggregated) {
    boolean delta =
        api.getApiType() == ApiConfigSource.ApiType.DELTA_GRPC
            || api.getApiType() == ApiConfigSource.ApiType.AGGREGATED_DELTA_GRPC;
    List<XdsSource> servers = new ArrayList<>();
    if (api.getApiType() == ApiConfigSource.ApiType.REST) {
      api.getClusterNamesList().forEach(name -> rest(name, api, servers));
      return servers;
    }
    for (GrpcService service : api.getGrpcServicesList()) {
      if (service.hasGoogleGrpc()) {
        GoogleGrpc google = service.getGoogleGrpc();
        ChannelSecurity security = security(google);
        servers.add(
            new GrpcSource(google.getTargetUri(), security, null, delta, aggregated, Set.of()));
      } else {
        Cluster cluster = cluster(service.getEnvoyGrpc().getClusterName());
        TlsFiles tls = cluster == null ? null : tls(cluster);
        for (String address : addresses(cluster)) {
          ChannelSecurity security = tls == null ? ChannelSecurity.PLAINTEXT : tls;
          servers.add(new GrpcSource(address, security, null, delta, aggregated, Set.of()));
        }
      }
    }
    return servers;
  }

  private void rest(String name, ApiConfigSource api, List<XdsSource> servers) {
    Cluster cluster = cluster(name);
    TlsFiles tls = cluster == null ? null : tls(cluster);
    for (String address : addresses(cluster)) {
      if (address.startsWith("unix:")) {
        errors.accept("cluster " + name + ": REST over a Unix socket is not supported");
        continue;
      }
      RestSource source = RestSource.of((tls == null ? "http://" : "https://") + address);
      source =
          source.withTimes(
              api.hasRefreshDelay() ? duration(api.getRefreshDelay()) : source.refreshDelay(),
              api.hasRequestTimeout()
                  ? duration(api.getRequestTimeout())
                  : source.requestTimeout());
      servers.add(tls == null ? source : source.withTls(tls));
    }
  }

  private static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofNanos(Durations.toNanos(duration));
  }

  private @Nullable Cluster cluster(String name) {
    Cluster cluster = clusters.get(name);
    if (cluster == null) {
      errors.accept("there is no static cluster '" + name + "', which a config source names");
    }
    return cluster;
  }

  private List<String> addresses(@Nullable Cluster cluster) {
    List<String> addresses = new ArrayList<>();
    if (cluster == null) {
      return addresses;
    }
    cluster
        .getLoadAssignment()
        .getEndpointsList()
        .forEach(
            locality ->
                locality
                    .getLbEndpointsList()
                    .forEach(endpoint -> address(endpoint.getEndpoint().getAddress(), addresses)));
    if (addresses.isEmpty()) {
      errors.accept("cluster " + cluster.getName() + ": has no endpoint with an address");
    }
    return addresses;
  }

  private static void address(Address address, List<String> addresses) {
    if (address.hasPipe()) {
      addresses.add("unix:" + address.getPipe().getPath());
    } else if (address.hasSocketAddress()) {
      String host = address.getSocketAddress().getAddress();
      int port = address.getSocketAddress().getPortValue();
      addresses.add((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
    }
  }

  private ChannelSecurity security(GoogleGrpc google) {
    if (!google.getChannelCredentials().hasSslCredentials()) {
      return ChannelSecurity.PLAINTEXT;
    }
    GoogleGrpc.SslCredentials ssl = google.getChannelCredentials().getSslCredentials();
    return files(
        "google_grpc " + google.getTargetUri(),
        ssl.getRootCerts(),
        ssl.getCertChain(),
        ssl.getPrivateKey());
  }

  /** The TLS of a static cluster; null when it has none. */
  private @Nullable TlsFiles tls(Cluster cluster) {
    String what = "cluster " + cluster.getName();
    TransportSocket socket = cluster.getTransportSocket();
    if (!cluster.hasTransportSocket() || !socket.getTypedConfig().is(UpstreamTlsContext.class)) {
      if (cluster.hasTransportSocket()
          && !socket.getTypedConfig().getTypeUrl().endsWith(".RawBuffer")) {
        errors.accept(what + ": transport socket " + socket.getName() + " is not supported");
      }
      return null;
    }
    try {
      CommonTlsContext tls =
          socket.getTypedConfig().unpack(UpstreamTlsContext.class).getCommonTlsContext();
      DataSource none = DataSource.getDefaultInstance();
      boolean certified = tls.getTlsCertificatesCount() > 0;
      return files(
          what,
          tls.getValidationContext().getTrustedCa(),
          certified ? tls.getTlsCertificates(0).getCertificateChain() : none,
          certified ? tls.getTlsCertificates(0).getPrivateKey() : none);
    } catch (InvalidProtocolBufferException e) {
      errors.accept(what + ": its TLS context cannot be decoded");
      return null;
    }
  }

  private TlsFiles files(String what, DataSource ca, DataSource certificate, DataSource key) {
    Path chain = file(what, certificate);
    Path itsKey = file(what, key);
    if ((chain == null) != (itsKey == null)) {
      errors.accept(what + ": a certificate and its key come together");
      return TlsFiles.SYSTEM;
    }
    return new TlsFiles(file(what, ca), chain, itsKey, TlsFiles.SYSTEM.refresh());
  }

  private @Nullable Path file(String what, DataSource source) {
    return switch (source.getSpecifierCase()) {
      case SPECIFIER_NOT_SET -> null;
      case FILENAME -> Path.of(source.getFilename());
      default -> {
        errors.accept(what + ": certificates are read from files only (filename)");
        yield null;
      }
    };
  }
}
