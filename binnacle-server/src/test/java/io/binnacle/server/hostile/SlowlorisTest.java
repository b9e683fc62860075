package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.TlsFiles;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.armeria.guard.GuardOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that begin something and never finish it, a byte at a time. */
class SlowlorisTest {

  private static final TransportOptions QUICK =
      TransportOptions.DEFAULTS.withGuards(
          GuardOptions.DEFAULTS.withRequestTime(Duration.ofMillis(400)));

  private static final String POLL = "POST /v3/discovery:clusters?timeout=2s HTTP/1.1\r\n";

  @TempDir Path directory;

  private final Target target = new Target(builder -> builder.transport(QUICK));

  @AfterEach
  void stop() {
    target.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void isClosed(Target which, byte[] begin, byte[] drop) throws Exception {
    try (HostileSocket peer = new HostileSocket(which.port())) {
      peer.send(begin).drip(drop);
    }
    assertThat(which.count("xds.server.connections.closed", "reason", "slow-request")).isEqualTo(1);
    Victims.firstAnswer(which.port());
  }

  @Test
  @Rule("B-9")
  void headersThatNeverEndAreNotWaitedFor() throws Exception {
    isClosed(target, ascii(POLL + "host: a\r\n"), ascii("x-a: b\r\n"));
  }

  @Test
  @Rule("B-9")
  void aBodyThatNeverEndsIsNotWaitedFor() throws Exception {
    isClosed(
        target,
        ascii(POLL + "content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"),
        ascii(" "));
  }

  @Test
  @Rule("B-9")
  void aProtocolThatIsNeverChosenIsNotWaitedFor() throws Exception {
    try (HostileSocket silent = new HostileSocket(target.port())) {
      assertThat(silent.bytesToTheEnd()).isEmpty();
    }
    assertClosed(1);
  }

  private void assertClosed(int times) {
    assertThat(target.count("xds.server.connections.closed", "reason", "slow-request"))
        .isEqualTo(times);
  }

  @Test
  @Rule("B-9")
  void headersOfHttp2ThatAreContinuedByteByByteAreNotWaitedFor() throws Exception {
    byte[] block = Frames.block(1, Frames.callHeaders(Frames.ADS));
    byte[] begin = Frames.frame(Frames.HEADERS, 0, 1, Arrays.copyOf(block, 3));
    // one frame that is as long as it may be, and comes a byte at a time
    byte[] more = Frames.frame(Frames.CONTINUATION, 0, 1, new byte[16_384]);
    isClosed(
        target,
        Frames.join(Frames.preface(), begin, Arrays.copyOf(more, 9)),
        new byte[] {block[3]});
  }

  @Test
  @Rule("B-9")
  void aTlsHandshakeThatIsNeverFinishedIsNotWaitedFor() throws Exception {
    TlsFiles files = certificate();
    try (Target tls = new Target(builder -> builder.transport(QUICK).tls(files))) {
      byte[] hello = new byte[5 + 4];
      hello[0] = 22; // handshake
      hello[1] = 3;
      hello[2] = 1;
      hello[3] = 0x20; // 8 kB will come
      hello[5] = 1; // ClientHello
      hello[7] = 0x1f;
      try (HostileSocket peer = new HostileSocket(tls.port())) {
        peer.send(hello).drip(new byte[1]);
      }
      assertThat(tls.count("xds.server.connections.closed", "reason", "slow-request")).isEqualTo(1);
    }
  }

  private TlsFiles certificate() throws IOException {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    Path certificate = directory.resolve("tls.crt");
    Path key = directory.resolve("tls.key");
    try {
      Files.writeString(
          certificate, pem("CERTIFICATE", pair.certificateChain().get(0).getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IOException(e);
    }
    Files.writeString(key, pem("PRIVATE KEY", pair.privateKey().getEncoded()));
    return TlsFiles.of(certificate, key);
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  private static byte[] poll(String version) {
    String body = "{\"node\": {\"id\": \"slow\"}, \"version_info\": \"" + version + "\"}";
    return ascii(
        POLL
            + "host: a\r\ncontent-type: application/json\r\ncontent-length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  @Test
  @Rule({"B-9", "P-5"})
  void aHeldPollAndTheConnectionBetweenTwoPollsMayLastLonger() throws Exception {
    try (HostileSocket peer = new HostileSocket(target.port())) {
      String first = peer.send(poll("")).http1Answer();
      String version = first.replaceAll("(?s).*\"version_info\":\"([^\"]*)\".*", "$1");

      String held = peer.send(poll(version)).http1Answer();
      assertThat(held).as("after 2 s, five times the time of a request").startsWith("HTTP/1.1 304");
      String next = peer.send(poll("")).http1Answer();

      assertThat(next).startsWith("HTTP/1.1 200");
    }
    assertClosed(0);
  }

  @Test
  @Rule({"B-8", "B-9"})
  void aStreamThatSaysNothingLastsLonger() throws Exception {
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      peer.send(Frames.call(1, Frames.ADS)).send(Frames.message(1, Target.firstRequest()));
      try (HostileSocket silent = new HostileSocket(target.port())) {
        silent.bytesToTheEnd(); // which takes the time of a request
      }
      assertThat(peer.awaitServer(1)).isTrue();
    }
  }
}
