package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile peers of the admin port: health and metrics are answered meanwhile. */
class AdminPortGuardsTest {

  private static final int PATIENCE_SECONDS = 30;
  private static final int PING = 6;
  private static final int PING_BYTES = 17;
  private static final int MOST_LEFT_MB = 64;

  @TempDir private Path temp;
  private Serving serving;

  @BeforeEach
  void serve() {
    serving =
        Serving.of(
            ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER),
            "--request-time",
            "500ms");
  }

  @AfterEach
  void end() {
    serving.close();
  }

  private Socket peer() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), serving.adminPort());
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    return socket;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] repeat(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  /** Sends the same bytes again and again and reads nothing, until the connection is closed. */
  private static CompletableFuture<Void> flood(Socket peer, byte[] bytes, int times) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            for (int i = 0; i < times; i++) {
              peer.getOutputStream().write(bytes);
            }
          } catch (IOException closed) {
            // what the test waits for
          }
        },
        OwnThreads.named("guards"));
  }

  private static long usedMb() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory() >> 20;
  }

  private String closed(String reason) {
    return "xds_server_connections_closed_total{port=\"admin\",reason=\"" + reason + "\"} 1";
  }

  @Test
  @Rule("B-9")
  void pingsWhoseAnswersAreNotReadEndTheConnection() throws Exception {
    byte[] ping = new byte[PING_BYTES];
    ping[2] = PING_BYTES - 9;
    ping[3] = PING;
    byte[] settings = new byte[9];
    settings[3] = 4;
    try (Socket peer = peer()) {
      peer.getOutputStream().write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
      peer.getOutputStream().write(settings);
      CompletableFuture<Void> flood = flood(peer, repeat(ping, 1_000), 1_000);
      assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
      flood.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    Await.until("it is counted", () -> serving.get("/metrics").body(), this::isUnread);
  }

  private boolean isUnread(String metrics) {
    return metrics.contains(closed("unread-answers"));
  }

  @Test
  @Rule("B-9")
  void answersThatAreNotReadDoNotPileUp() throws Exception {
    long before = usedMb();
    byte[] requests = repeat(ascii("GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n"), 500);
    try (Socket peer = peer()) {
      CompletableFuture<Void> flood = flood(peer, requests, 100);
      for (int i = 0; i < 20; i++) {
        assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
      }
      assertThat(usedMb() - before).isLessThan(MOST_LEFT_MB);
      peer.close();
      flood.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  @Rule("B-9")
  void aRequestThatIsNeverCompleteIsNotWaitedFor() throws Exception {
    try (Socket peer = peer()) {
      peer.getOutputStream().write(ascii("GET /livez HTTP/1.1\r\n"));
      peer.setSoTimeout(20);
      assertThat(isClosedWhileItDrips(peer)).isTrue();
    }
    assertThat(serving.get("/metrics").body()).contains(closed("slow-request"));
  }

  private static boolean isClosedWhileItDrips(Socket peer) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline) {
      try {
        peer.getOutputStream().write(ascii("a: b\r\n"));
        if (peer.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException e) {
        // the time between two drops
      } catch (SocketException closed) {
        return true;
      }
    }
    return false;
  }

  @Test
  void noPortSaysWhatItIsMadeOf() {
    assertThat(serving.get("/livez").headers().firstValue("server")).isEmpty();
  }
}
