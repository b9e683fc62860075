package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Headers that are large, and such as only become so when they are read. */
class HeadersTest {

  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int FRAME = 16_384;
  private static final int KILOBYTE = 1_000;
  private static final int MOST_LEFT_MB = 24;

  private final Target target = new Target();

  @AfterEach
  void stop() {
    target.close();
  }

  private static String filler(int bytes) {
    return "x".repeat(bytes);
  }

  /** A call with metadata of this size; whether it was answered. */
  private boolean isAnswered(int bytes) throws Exception {
    Http2Headers headers = Frames.callHeaders(Frames.ADS);
    for (int i = 0; i < bytes; i += KILOBYTE) {
      headers.add("x-forwarded-client-cert-" + i, filler(KILOBYTE));
    }
    byte[] block = Frames.block(1, headers);
    try (HostileSocket client = HostileSocket.http2(target.port())) {
      boolean alone = block.length <= FRAME;
      client.send(
          Frames.frame(
              Frames.HEADERS,
              alone ? Frames.END_HEADERS : 0,
              1,
              Arrays.copyOf(block, Math.min(FRAME, block.length))));
      for (int at = FRAME; at < block.length; at += FRAME) {
        int to = Math.min(at + FRAME, block.length);
        int flags = to == block.length ? Frames.END_HEADERS : 0;
        client.send(Frames.frame(Frames.CONTINUATION, flags, 1, Arrays.copyOfRange(block, at, to)));
      }
      client.send(Frames.message(1, Target.firstRequest()));
      for (HostileSocket.Frame frame = client.read(); frame != null; frame = client.read()) {
        if (frame.type() == Frames.DATA) {
          return true;
        }
        boolean end = frame.type() == Frames.RST_STREAM || (frame.flags() & Frames.END_STREAM) != 0;
        if (frame.stream() == 1 && end) {
          return false;
        }
      }
      return false;
    }
  }

  @Test
  @Rule("B-9")
  void metadataMayBeAsLargeAsProxiesMakeIt() throws Exception {
    assertThat(isAnswered(28 * KILOBYTE)).isTrue();
    assertThat(isAnswered(40 * KILOBYTE)).isFalse();
    Victims.firstAnswer(target.port());
  }

  private String poll(int bytes) throws Exception {
    String body = "{\"node\": {\"id\": \"a\"}}";
    String request =
        "POST /v3/discovery:clusters HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nx: "
            + filler(bytes)
            + "\r\ncontent-length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (HostileSocket client = new HostileSocket(target.port())) {
      return client.send(request.getBytes(StandardCharsets.US_ASCII)).http1Answer();
    }
  }

  @Test
  @Rule("B-9")
  void headersOfAPollMayBeAsLarge() throws Exception {
    assertThat(poll(30 * KILOBYTE)).startsWith("HTTP/1.1 200");
    assertThat(poll(40 * KILOBYTE)).startsWith("HTTP/1.1 431");
  }

  @Test
  void noAnswerSaysWhatTheServerIsMadeOf() throws Exception {
    assertThat(poll(10).toLowerCase(Locale.ROOT)).doesNotContain("server:", "armeria");
  }

  /** One header of 4 kB that goes into the table, and thousands of references to it. */
  private static byte[] bomb(int references) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(Frames.block(1, Frames.callHeaders(Frames.ADS)));
    block.writeBytes(new byte[] {0x40, 1, 'a', 0x7f, (byte) 0xa1, 0x1e}); // 4000 bytes follow
    block.writeBytes(filler(4_000).getBytes(StandardCharsets.US_ASCII));
    byte[] all = new byte[references];
    Arrays.fill(all, (byte) 0xbe); // the newest of the table
    block.writeBytes(all);
    return block.toByteArray();
  }

  @Test
  @Rule("B-9")
  void headersThatGrowWhenTheyAreReadAreNotRead() throws Exception {
    Victims.firstAnswer(target.port());
    long before = Memory.used();
    Victims victims = Victims.of(target);
    byte[] bomb = bomb(FRAME - 5_000);
    for (int i = 0; i < Size.of(50, 1_000); i++) {
      try (HostileSocket peer = HostileSocket.http2(target.port())) {
        peer.send(Frames.frame(Frames.HEADERS, Frames.END_HEADERS, 1, bomb));
        for (HostileSocket.Frame frame = peer.read(); frame != null; frame = peer.read()) {
          if (frame.stream() == 1) {
            assertThat(frame.type()).isIn(Frames.RST_STREAM, Frames.HEADERS);
            break;
          }
        }
      }
    }
    Victims.assertServed(victims.atTheEnd(), LONGEST);
    assertThat(Memory.used() - before).isLessThan(MOST_LEFT_MB);
  }
}
