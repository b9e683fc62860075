package io.binnacle.benchmarks.swap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real Envoy that takes everything over ADS from one server. Used by one thread. */
final class EnvoyProxy implements AutoCloseable {

  private static final String BOOTSTRAP =
      """
      node: {id: bench, cluster: bench}
      dynamic_resources:
        ads_config:
          api_type: %s
          transport_api_version: V3
          set_node_on_first_message_only: true
          grpc_services: [{envoy_grpc: {cluster_name: xds}}]
        lds_config: {resource_api_version: V3, ads: {}}
        cds_config: {resource_api_version: V3, ads: {}}
      static_resources:
        clusters:
        - name: xds
          type: STATIC
          connect_timeout: 1s
          typed_extension_protocol_options:
            envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
              "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
              explicit_http_config: {http2_protocol_options: {}}
          load_assignment:
            cluster_name: xds
            endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address:
              {address: 127.0.0.1, port_value: %d}}}}]}]
      """;

  private final Process process;

  /**
   * Starts it.
   *
   * @param delta whether it asks by the incremental variant
   * @param log takes what it says
   */
  EnvoyProxy(String binary, boolean delta, int xdsPort, Path log) throws IOException {
    Path bootstrap = Files.createTempFile("bench-envoy", ".yaml");
    Files.writeString(bootstrap, BOOTSTRAP.formatted(delta ? "DELTA_GRPC" : "GRPC", xdsPort));
    process =
        new ProcessBuilder(
                List.of(
                    binary,
                    "-c",
                    bootstrap.toString(),
                    "--use-dynamic-base-id",
                    "--concurrency",
                    "1",
                    "-l",
                    "warn"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    bootstrap.toFile().deleteOnExit();
  }

  /** A port that nobody listens on at the moment. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
