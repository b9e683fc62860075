package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.app.harness.Await;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A certificate that a real Envoy takes from a file which {@code binnacle export} writes. */
@Rule({"F-2", "F-3", "SDS-1"})
class ExportSecretEnvoyTest {

  private static final String LISTENER =
      """
      group: edge
      listeners:
        - name: https
          address: {socket_address: {address: 127.0.0.1, port_value: 0}}
          filter_chains:
            - filters:
                - name: hcm
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                    stat_prefix: https
                    route_config: {name: local}
                    http_filters:
                      - name: router
                        typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
              transport_socket:
                name: tls
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
                  common_tls_context:
                    tls_certificate_sds_secret_configs: [{name: server/cert, sds_config: {resource_api_version: V3, ads: {}}}]
      """;

  @TempDir private Path temp;
  private ExportLab lab;

  @BeforeEach
  void start() {
    lab = new ExportLab(temp);
  }

  @AfterEach
  void end() throws Exception {
    lab.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"yaml", "json"})
  @Covers("SDS")
  void aCertificateRotatesAndNeitherAMistakeNorItsRemovalTakesItOutOfService(String format)
      throws Exception {
    TlsKeyPair first = TlsKeyPair.ofSelfSigned("first.test");
    TlsKeyPair second = TlsKeyPair.ofSelfSigned("second.test");
    TlsKeyPair third = TlsKeyPair.ofSelfSigned("third.test");
    lab.conf.with("edge.yaml", LISTENER + secret(first, first));
    lab.export(format);
    lab.startEnvoy();
    Await.until("the first is shown", this::shown, serial(first)::equals);

    lab.conf.with("edge.yaml", LISTENER + secret(second, second));
    Await.until("the second is shown", this::shown, serial(second)::equals);

    // What Envoy would refuse is refused before: the file stays, and the certificate.
    String file = file(format);
    lab.conf.with("edge.yaml", LISTENER + secret(third, first));
    lab.err.await(line -> line.contains("server/cert"));
    assertThat(file(format)).isEqualTo(file);
    assertThat(shown()).isEqualTo(serial(second));

    lab.conf.with("edge.yaml", LISTENER + secret(third, third));
    Await.until("the third is shown", this::shown, serial(third)::equals);

    // The file stays too: the listener still refers to it.
    lab.conf.with("edge.yaml", LISTENER + "secrets: []\nruntimes: [{name: l, layer: {gone: 1}}]\n");
    Await.until(
        "the removal is written", () -> lab.files.resolve("rtds").toFile().exists(), is -> is);
    assertThat(shown()).isEqualTo(serial(third));
  }

  private String file(String format) throws Exception {
    return Files.readString(lab.files.resolve("sds").resolve("server%2Fcert." + format));
  }

  private static BigInteger serial(TlsKeyPair pair) {
    return pair.certificateChain().get(0).getSerialNumber();
  }

  /** Of the certificate that Envoy shows to a new connection; 0 while there is none. */
  private BigInteger shown() {
    try {
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, new TrustManager[] {new Anyone()}, null);
      try (SSLSocket socket =
          (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", lab.port())) {
        socket.startHandshake();
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
      }
    } catch (Exception e) {
      return BigInteger.ZERO;
    }
  }

  private static String secret(TlsKeyPair chain, TlsKeyPair key) throws Exception {
    return """
        secrets:
          - name: server/cert
            tls_certificate:
              certificate_chain: {inline_string: "%s"}
              private_key: {inline_string: "%s"}
        """
        .formatted(
            pem("CERTIFICATE", chain.certificateChain().get(0).getEncoded()),
            pem("PRIVATE KEY", key.privateKey().getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    String text = "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
    return text.replace("\n", "\\n");
  }

  private static final class Anyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
