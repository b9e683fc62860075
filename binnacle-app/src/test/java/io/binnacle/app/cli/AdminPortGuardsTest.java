package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Serving;
import io.binnacle.rules.Rule;
import io.binnacle.server.internal.threads.OwnThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
  private static final int MORE_THAN_THE_PORT_TAKES = 300;

  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int CONTINUATION = 9;
  private static final int END_HEADERS = 4;

  /** In HPACK: GET, http, /, and an authority. */
  private static final byte[] GET = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x41, 1, 'a'};

  /** In HPACK: a literal that is not kept, with a name of one letter. */
  private static final byte[] HEADER_OF_A_KILOBYTE =
      ByteBuffer.allocate(1_024)
          .put(
              new byte[] {
                0, 1, 'x', 0x7f, (byte) (0x80 | (1_018 - 127) % 128), (1_018 - 127) / 128
              })
          .array();

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

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private Socket http2Peer() throws IOException {
    Socket peer = peer();
    peer.getOutputStream().write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    peer.getOutputStream().write(frame(SETTINGS, 0, 0, new byte[0]));
    return peer;
  }

  /** Sends all of it without reading, while others are answered; then the server closes it. */
  private void closedBy(Socket peer, byte[] attack) throws Exception {
    CompletableFuture<Void> flood = flood(peer, attack, 1);
    for (int i = 0; i < 5; i++) {
      assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
    }
    flood.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    try {
      peer.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketTimeoutException open) {
      throw new AssertionError("still open", open);
    } catch (SocketException closed) {
      // with something unread
    }
    assertThat(serving.get("/readyz").statusCode()).isEqualTo(200);
  }

  /** Break: leave the guards out of {@code AdminServer}. */
  @Test
  @Rule("B-9")
  void callsThatAreResetAtOnceEndTheConnectionWhenTheyAreTooMany() throws Exception {
    ByteArrayOutputStream attack = new ByteArrayOutputStream();
    for (int stream = 1; stream < 2 * 25_000; stream += 2) {
      attack.writeBytes(frame(HEADERS, END_HEADERS, stream, GET));
      attack.writeBytes(frame(RST_STREAM, 0, stream, new byte[4]));
    }
    try (Socket peer = http2Peer()) {
      closedBy(peer, attack.toByteArray());
    }
    assertThat(serving.get("/metrics").body()).contains(closed("resets"));
  }

  @Test
  @Rule("B-9")
  void headersWithoutEndEndTheConnection() throws Exception {
    byte[] more = frame(CONTINUATION, 0, 1, repeat(HEADER_OF_A_KILOBYTE, 15));
    ByteArrayOutputStream attack = new ByteArrayOutputStream();
    attack.writeBytes(frame(HEADERS, 0, 1, GET));
    attack.writeBytes(repeat(more, 200));
    try (Socket peer = http2Peer()) {
      closedBy(peer, attack.toByteArray());
    }
  }

  @Test
  @Rule("B-9")
  void headersThatAreTooLargeAreRefused() throws Exception {
    try (Socket peer = peer()) {
      String large = "GET /livez HTTP/1.1\r\nhost: a\r\nx: " + "x".repeat(40_000) + "\r\n\r\n";
      peer.getOutputStream().write(ascii(large));
      byte[] answer = peer.getInputStream().readNBytes("HTTP/1.1 431".length());
      assertThat(new String(answer, StandardCharsets.US_ASCII)).matches("HTTP/1.1 4[0-9]{2}");
    }
    assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  @Rule("B-9")
  void noiseEndsItsConnection() throws Exception {
    Random random = new Random(5);
    for (int i = 0; i < 10; i++) {
      byte[] noise = new byte[20_000];
      random.nextBytes(noise);
      try (Socket peer = peer()) {
        closedBy(peer, noise);
      }
      try (Socket peer = http2Peer()) {
        closedBy(peer, noise);
      }
    }
  }

  @Test
  @Rule("B-9")
  void aBodyThatComesByteByByteIsNotWaitedFor() throws Exception {
    try (Socket peer = peer()) {
      String head = "POST /api/v1/nodes HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n";
      peer.getOutputStream().write(ascii(head));
      peer.setSoTimeout(20);
      assertThat(isClosedWhileItDrips(peer)).isTrue();
    }
    assertThat(serving.get("/livez").statusCode()).isEqualTo(200);
  }

  /** Break: no {@code RequestDeadline} in the pipeline. */
  @Test
  @Rule({"B-9", "M-3"})
  void connectionsThatSayNothingMakeRoomForOthers() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < MORE_THAN_THE_PORT_TAKES; i++) {
        silent.add(peer());
      }
      Await.until("there is room again", this::isAlive, alive -> alive);
      assertThat(serving.get("/metrics").body()).contains("port=\"admin\",reason=\"slow-request\"");
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  private boolean isAlive() {
    try {
      return serving.get("/livez").statusCode() == 200;
    } catch (RuntimeException | AssertionError noRoom) {
      return false;
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
