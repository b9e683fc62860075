package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Peers that speak no HTTP, or wrong HTTP/2: they lose their connection, and nobody else anything.
 */
class GarbageTest {

  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int TLS_HANDSHAKE = 22;

  private final Target target = new Target();

  @AfterEach
  void stop() {
    target.close();
  }

  private void isClosedAfter(byte[] bytes) throws Exception {
    Victims victims = Victims.of(target);
    try (HostileSocket peer = new HostileSocket(target.port())) {
      peer.send(bytes);
      peer.bytesToTheEnd();
    }
    Victims.assertServed(victims.atTheEnd(), LONGEST);
  }

  @Test
  void bytesThatMeanNothingEndTheConnection() throws Exception {
    byte[] noise = new byte[64 << 10];
    new Random(1).nextBytes(noise);
    isClosedAfter(noise);
  }

  @Test
  void aTlsHelloOnAPlaintextPortEndsTheConnection() throws Exception {
    byte[] hello = new byte[5 + 512];
    hello[0] = TLS_HANDSHAKE;
    hello[1] = 3;
    hello[2] = 1;
    hello[3] = 2; // 512 bytes
    hello[5] = 1; // ClientHello
    isClosedAfter(Frames.join(hello, "\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void noiseBehindAGoodPrefaceEndsTheConnection() throws Exception {
    byte[] noise = new byte[64 << 10];
    new Random(2).nextBytes(noise);
    isClosedAfter(Frames.join(Frames.preface(), noise));
  }

  @Test
  void emptyDataFramesEndTheConnection() throws Exception {
    byte[] empty = Frames.frame(Frames.DATA, 0, 1, new byte[0]);
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      peer.send(Frames.call(1, Frames.ADS)).send(Frames.repeat(empty, 1_000));
      HostileSocket.Frame goAway = peer.readToTheEnd();
      assertThat(goAway).isNotNull();
      assertThat(goAway.errorCode()).isEqualTo(Frames.ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void headersThatAreContinuedWithoutEndEndTheConnection() throws Exception {
    byte[] more = Frames.frame(Frames.CONTINUATION, 0, 1, new byte[0]);
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      peer.send(Frames.headers(1, 0, Frames.callHeaders(Frames.ADS)))
          .send(Frames.repeat(more, 1_000));
      assertThat(peer.readToTheEnd()).isNotNull();
    }
  }
}
