package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.app.harness.Serving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS by the flags of both ports. */
class TlsPortsTest {

  private static final ClientFactory TRUSTING = ClientFactory.insecure();

  @TempDir private Path temp;
  private Path certificate;
  private Path key;

  @BeforeEach
  void makeCertificate() throws IOException, CertificateEncodingException {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned("localhost");
    certificate =
        Files.writeString(
            temp.resolve("tls.pem"),
            pem("CERTIFICATE", pair.certificateChain().get(0).getEncoded()));
    key =
        Files.writeString(
            temp.resolve("tls.key"), pem("PRIVATE KEY", pair.privateKey().getEncoded()));
  }

  @Test
  void bothPortsSpeakTlsEachByItsOwnFlags() {
    ConfigDirectory conf = ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER);
    String cert = certificate.toString();
    try (Serving serving =
        Serving.of(
            conf,
            "--tls-cert",
            cert,
            "--tls-key",
            key.toString(),
            "--admin-tls-cert",
            cert,
            "--admin-tls-key",
            key.toString())) {
      assertThat(secure(serving.adminPort()).get("/livez").aggregate().join().contentUtf8())
          .isEqualTo("ok\n");
      assertThat(secure(serving.xdsPort()).get("/nothing").aggregate().join().status().code())
          .isEqualTo(404);
    }
  }

  @Test
  void aKeyThatIsNotTheCertificatesIsRefusedByName() throws IOException {
    ConfigDirectory conf = ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER);
    Path other =
        Files.writeString(
            temp.resolve("other.key"),
            pem("PRIVATE KEY", TlsKeyPair.ofSelfSigned("other").privateKey().getEncoded()));

    Run run =
        Run.of(
            "serve",
            conf.toString(),
            "--listen",
            "127.0.0.1:0",
            "--tls-cert",
            certificate.toString(),
            "--tls-key",
            other.toString());

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("other.key", "tls.pem");
  }

  private static WebClient secure(int port) {
    return WebClient.builder("https://127.0.0.1:" + port).factory(TRUSTING).build();
  }

  private static String pem(String kind, byte[] der) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(kind, Base64.getMimeEncoder().encodeToString(der), kind);
  }
}
