package io.binnacle.client.config;

import io.binnacle.text.tree.YamlMap;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.CallCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bootstrap of gRPC's own clients: {@code xds_servers} with {@code channel_creds} ({@code
 * insecure}, {@code tls}), {@code call_creds} ({@code jwt_token_file}) and {@code server_features},
 * {@code authorities}, and {@code node}. Of several credentials the first known one counts, as
 * there. What only a gRPC client can use (name templates, certificate providers) is left out, and
 * so are keys that are not known.
 */
public final class GrpcBootstrap {

  private static final String PATH_VARIABLE = "GRPC_XDS_BOOTSTRAP";
  private static final String TEXT_VARIABLE = "GRPC_XDS_BOOTSTRAP_CONFIG";

  private final Document document;

  private GrpcBootstrap(Document document) {
    this.document = document;
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
   * Reads what gRPC's environment variables name: the file in {@code GRPC_XDS_BOOTSTRAP}, else the
   * text in {@code GRPC_XDS_BOOTSTRAP_CONFIG}.
   *
   * @throws IllegalStateException when neither is set
   */
  public static ClientBootstrap ofEnvironment(Map<String, String> environment) throws IOException {
    String path = environment.get(PATH_VARIABLE);
    if (path != null && !path.isEmpty()) {
      return read(Path.of(path));
    }
    String text = environment.get(TEXT_VARIABLE);
    if (text != null && !text.isEmpty()) {
      return parse(TEXT_VARIABLE, text);
    }
    throw new IllegalStateException(
        "neither " + PATH_VARIABLE + " nor " + TEXT_VARIABLE + " is set");
  }

  /**
   * Reads text.
   *
   * @param file its name, for findings
   * @throws BadBootstrapException when it cannot be used
   */
  public static ClientBootstrap parse(String file, String text) {
    return new GrpcBootstrap(new Document(file, text)).settings();
  }

  private ClientBootstrap settings() {
    YamlMap root = document.root();
    List<XdsSource> servers = servers(root);
    Map<String, List<XdsSource>> authorities = new LinkedHashMap<>();
    document
        .namedMaps(root, "authorities")
        .forEach((name, authority) -> authorities.put(name, servers(authority)));
    document.check();
    boolean allHaveTheirOwn = authorities.values().stream().noneMatch(List::isEmpty);
    if (servers.isEmpty() && (authorities.isEmpty() || !allHaveTheirOwn)) {
      document.error(root, "xds_servers: names no server");
    }
    YamlMap node = document.map(root, "node");
    Node decoded =
        node == null
            ? Node.getDefaultInstance()
            : document.decode(node, Node.getDefaultInstance(), "node");
    document.check();
    return new ClientBootstrap(decoded, servers, Map.of(), authorities);
  }

  private List<XdsSource> servers(YamlMap in) {
    List<XdsSource> servers = new ArrayList<>();
    for (YamlMap server : document.maps(in, "xds_servers")) {
      String uri = document.text(server, "server_uri");
      ChannelSecurity security = security(server);
      if (uri == null || uri.isBlank()) {
        document.error(server, "server_uri: is missing");
      } else if (security != null) {
        servers.add(
            GrpcSource.of(uri, security)
                .withCallCredentials(callCredentials(server))
                .withFeatures(new HashSet<>(document.texts(server, "server_features"))));
      }
    }
    return servers;
  }

  private @Nullable ChannelSecurity security(YamlMap server) {
    List<String> unknown = new ArrayList<>();
    for (YamlMap credentials : document.maps(server, "channel_creds")) {
      String type = document.text(credentials, "type");
      if ("insecure".equals(type)) {
        return ChannelSecurity.PLAINTEXT;
      }
      if ("tls".equals(type)) {
        return tls(credentials);
      }
      unknown.add(String.valueOf(type));
    }
    document.error(
        server,
        unknown.isEmpty()
            ? "channel_creds: names none; use insecure or tls"
            : "channel_creds: none of " + unknown + " is known here; use insecure or tls");
    return null;
  }

  private @Nullable TlsFiles tls(YamlMap credentials) {
    YamlMap config = document.map(credentials, "config");
    if (config == null) {
      return TlsFiles.SYSTEM;
    }
    Path certificate = path(config, "certificate_file");
    Path key = path(config, "private_key_file");
    if ((certificate == null) != (key == null)) {
      document.error(config, "certificate_file and private_key_file come together");
      return null;
    }
    Duration refresh = refresh(config);
    return new TlsFiles(path(config, "ca_certificate_file"), certificate, key, refresh);
  }

  /** In the form of proto3 JSON: {@code 600s}, {@code 0.5s}. */
  private Duration refresh(YamlMap config) {
    String text = document.text(config, "refresh_interval");
    if (text == null) {
      return TlsFiles.SYSTEM.refresh();
    }
    if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?s")) {
      double seconds = Double.parseDouble(text.substring(0, text.length() - 1));
      if (seconds > 0) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
      }
    }
    document.error(config, "refresh_interval: '" + text + "' is no time such as 600s");
    return TlsFiles.SYSTEM.refresh();
  }

  private @Nullable CallCredentials callCredentials(YamlMap server) {
    for (YamlMap credentials : document.maps(server, "call_creds")) {
      if ("jwt_token_file".equals(document.text(credentials, "type"))) {
        YamlMap config = document.map(credentials, "config");
        Path token = config == null ? null : path(config, "jwt_token_file");
        if (token == null) {
          document.error(credentials, "jwt_token_file: is missing");
          return null;
        }
        return new JwtTokenFile(token);
      }
    }
    return null;
  }

  private @Nullable Path path(YamlMap in, String key) {
    String text = document.text(in, key);
    return text == null || text.isEmpty() ? null : Path.of(text);
  }
}
