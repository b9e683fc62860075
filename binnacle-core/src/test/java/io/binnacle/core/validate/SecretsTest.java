package io.binnacle.core.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

  private final Instant now = Instant.now();

  @TempDir private Path directory = Path.of("");

  @Test
  @Rule("SDS-1")
  void aKeyMustBeThatOfItsCertificate() throws Exception {
    TestKeys rsa = TestKeys.make(directory, "RSA", 30);
    TestKeys otherRsa = TestKeys.make(directory, "RSA", 60);
    TestKeys ec = TestKeys.make(directory, "EC", 30);
    TestKeys otherEc = TestKeys.make(directory, "EC", 60);
    for (TestKeys good : List.of(rsa, otherRsa, ec, otherEc)) {
      assertThat(findings(good.certificate(), good.key(), now)).isEmpty();
      assertThat(findings(good.certificate(), good.oldKey(), now)).isEmpty();
    }
    String wrong = "private_key: is not the key of the certificate";
    assertThat(findings(rsa.certificate(), otherRsa.key(), now)).containsExactly(wrong);
    assertThat(findings(rsa.certificate(), otherRsa.oldKey(), now)).containsExactly(wrong);
    assertThat(findings(ec.certificate(), otherEc.key(), now)).containsExactly(wrong);
    assertThat(findings(ec.certificate(), otherEc.oldKey(), now)).containsExactly(wrong);
    assertThat(findings(ec.certificate(), rsa.key(), now))
        .containsExactly(
            "private_key: cannot be used with the certificate, whose key is of type EC");
  }

  @Test
  @Rule("SDS-1")
  void aCertificateThatIsNotValidNowIsAWarning() throws Exception {
    TestKeys pair = TestKeys.make(directory, "EC", 10);
    assertThat(findings(pair.certificate(), pair.key(), now.plus(Duration.ofDays(9)))).isEmpty();
    assertThat(findings(pair.certificate(), pair.key(), now.plus(Duration.ofDays(11))))
        .singleElement()
        .asString()
        .startsWith("certificate_chain: warning: the certificate expired at ");
    assertThat(findings(pair.certificate(), pair.key(), now.minus(Duration.ofDays(31))))
        .singleElement()
        .asString()
        .startsWith("certificate_chain: warning: the certificate is not valid before ");
  }

  @Test
  @Rule("SDS-1")
  void whatIsNoCertificateIsSaid() throws Exception {
    TestKeys pair = TestKeys.make(directory, "EC", 20);
    assertThat(findings("nothing", pair.key(), now))
        .singleElement()
        .asString()
        .startsWith("certificate_chain: ");
    assertThat(findings(pair.certificate(), "nothing", now))
        .containsExactly("private_key: is no private key in PEM");
    String encrypted = pair.key().replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    assertThat(findings(pair.certificate(), encrypted, now)).isEmpty();
  }

  private static List<String> findings(String certificate, String key, Instant now) {
    Secret secret =
        Secret.newBuilder()
            .setName("s")
            .setTlsCertificate(
                TlsCertificate.newBuilder()
                    .setCertificateChain(DataSource.newBuilder().setInlineString(certificate))
                    .setPrivateKey(DataSource.newBuilder().setInlineString(key)))
            .build();
    return Validator.builder(() -> now)
        .build()
        .validate(Snapshot.builder().add(Resource.of(secret)).build())
        .stream()
        .map(
            issue ->
                issue.path().toString().replace("tls_certificate.", "")
                    + (issue.severity() == Severity.WARNING ? ": warning: " : ": ")
                    + issue.message())
        .toList();
  }
}
