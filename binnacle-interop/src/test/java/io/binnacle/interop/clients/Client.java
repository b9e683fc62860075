package io.binnacle.interop.clients;

import io.binnacle.interop.peers.PeerProcess;
import io.binnacle.interop.peers.Peers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The xDS clients of gRPC's libraries, each in a process of its own. */
enum Client {
  GRPC_JAVA("grpc-java") {
    @Override
    List<String> command() {
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx256m",
          "-XX:TieredStopAtLevel=1",
          "-cp",
          System.getProperty("java.class.path"),
          GrpcJavaClient.class.getName(),
          Target.URI);
    }
  },
  GRPC_GO("grpc-go"),
  GRPC_PYTHON("grpcio"),
  GRPC_NODE("grpc-js");

  private final String title;

  Client(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  List<String> command() {
    return List.of(Peers.command(title).get(0), Target.URI);
  }

  /**
   * Starts it (Node demands a locality); the test is skipped, or fails, when it is not installed.
   */
  PeerProcess start(int port) {
    String bootstrap =
        """
        {"xds_servers": [{"server_uri": "127.0.0.1:%d", "server_features": ["xds_v3"],
                          "channel_creds": [{"type": "insecure"}]}],
         "node": {"id": "%s", "locality": {"region": "here"}}}
        """
            .formatted(port, title);
    return new PeerProcess(title, command(), Map.of("GRPC_XDS_BOOTSTRAP_CONFIG", bootstrap));
  }
}
