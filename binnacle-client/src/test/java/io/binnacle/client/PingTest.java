package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A connection that dies in silence. */
class PingTest {

  /** Forwards what comes until it falls silent, without closing anything. */
  private static final class Relay implements AutoCloseable {

    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean silent;

    Relay(int port) throws IOException {
      start(
          () -> {
            while (true) {
              Socket client = listening.accept();
              Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
              sockets.addAll(List.of(client, server));
              start(() -> forward(client, server));
              start(() -> forward(server, client));
            }
          });
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void start(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException e) {
                  // closed
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private void forward(Socket from, Socket to) throws IOException {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!silent) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
    }

    @Override
    public void close() throws IOException {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  // Break: build the channel without keep-alive. gRPC pings every 10 s at most, hence the time.
  @Test
  @Rule("C-17")
  void aPingThatIsNotAnsweredIsALostStream() throws Exception {
    try (ServerLab lab = new ServerLab();
        Relay relay = new Relay(lab.port())) {
      lab.publish(cluster("a", 1));
      Seen<Cluster> seen = new Seen<>();
      lab.keep(
              lab.builder()
                  .server(GrpcSource.plaintext("127.0.0.1:" + relay.listening.getLocalPort()))
                  .pings(Duration.ofSeconds(10), Duration.ofMillis(500))
                  .build())
          .watch(ResourceKind.CLUSTER, "a", seen);
      assertThat(millis(seen.value())).isEqualTo(1);

      relay.silent = true;
      ServerLab.awaitTrue(() -> !lab.events(ClientEvent.Closed.class).isEmpty());
      assertThat(lab.events(ClientEvent.Closed.class).get(0).answered()).isTrue();
    }
  }
}
