package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.envoy.TrustAnyone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS and mutual TLS by files, seen by the client of the JDK. */
class TlsTest {

  private static final char[] PASSWORD = "test".toCharArray();

  @TempDir Path directory;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private XdsServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private XdsServerBuilder builder(String host) {
    return XdsServer.builder(catalog).listen(host, 0);
  }

  private TlsFiles write(TlsKeyPair pair) throws Exception {
    Path key = write("tls.key", pem("PRIVATE KEY", pair.privateKey().getEncoded()));
    return TlsFiles.of(write("tls.crt", pem(pair.certificateChain().get(0))), key);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private static String pem(X509Certificate certificate) throws CertificateEncodingException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  /** The certificate that the server shows; fails when it refuses the client. */
  private X509Certificate shown(TlsKeyPair client) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys(client), new TrustManager[] {new TrustAnyone()}, new SecureRandom());
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(20_000);
      socket.startHandshake();
      assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
      // with TLS 1.3 the server's verdict about the client comes with its first bytes
      assertThat(socket.getInputStream().read()).isNotEqualTo(-1);
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  private static PrivateKey key(String kind) throws Exception {
    return KeyPairGenerator.getInstance(kind).generateKeyPair().getPrivate();
  }

  private static KeyManager[] keys(TlsKeyPair client) throws Exception {
    if (client == null) {
      return new KeyManager[0];
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    X509Certificate[] chain = client.certificateChain().toArray(new X509Certificate[0]);
    store.setKeyEntry("client", client.privateKey(), PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD);
    return factory.getKeyManagers();
  }

  @Test
  @Rule("Z-1")
  void plaintextForOthersHasToBeAskedFor() {
    assertThatThrownBy(() -> builder("0.0.0.0").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("plaintext")
        .hasMessageContaining("insecure(true)");

    server = builder("0.0.0.0").insecure(true).build().start();
    assertThat(server.port()).isPositive();
  }

  @Test
  @Rule("Z-1")
  void aNewCertificateIsUsedWithoutARestart() throws Exception {
    TlsKeyPair first = TlsKeyPair.ofSelfSigned("localhost");
    TlsFiles files = write(first);
    server = builder("0.0.0.0").tls(files).tlsReload(Duration.ofMillis(20)).build().start();
    assertThat(shown(null)).isEqualTo(first.certificateChain().get(0));

    TlsKeyPair second = TlsKeyPair.ofSelfSigned("localhost");
    write(second);

    X509Certificate expected = second.certificateChain().get(0);
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    X509Certificate now = shown(null);
    while (!now.equals(expected) && System.nanoTime() < deadline) {
      now = shown(null);
    }
    assertThat(now).isEqualTo(expected);
  }

  @Test
  @Rule("Z-1")
  void filesThatDoNotFitChangeNothing() throws Exception {
    TlsKeyPair first = TlsKeyPair.ofSelfSigned("localhost");
    ReloadingTls tls = new ReloadingTls(write(first));

    write("tls.crt", pem(TlsKeyPair.ofSelfSigned("localhost").certificateChain().get(0)));
    assertThat(tls.reload()).as("certificate without its key").isFalse();
    write(first);
    for (String kind : List.of("RSA", "EC", "Ed25519")) {
      write("tls.key", pem("PRIVATE KEY", key(kind).getEncoded()));
      assertThat(tls.reload()).as("a foreign key of kind %s", kind).isFalse();
    }
    write("tls.crt", "half a certif");
    assertThat(tls.reload()).isFalse();
    Files.delete(directory.resolve("tls.crt"));
    assertThat(tls.reload()).isFalse();
    assertThat(tls.keyPair("any")).isEqualTo(first);

    TlsKeyPair second = TlsKeyPair.ofSelfSigned("localhost");
    write(second);
    assertThat(tls.reload()).isTrue();
    assertThat(tls.keyPair("any")).isEqualTo(second);
  }

  @Test
  @Rule("Z-1")
  void withAClientAuthorityOnlyItsClientsGetIn() throws Exception {
    TlsKeyPair client = TlsKeyPair.ofSelfSigned("client");
    TlsFiles files =
        write(TlsKeyPair.ofSelfSigned("localhost"))
            .withClientCa(write("ca.crt", pem(client.certificateChain().get(0))));
    server = builder("127.0.0.1").tls(files).build().start();

    assertThat(shown(client)).isNotNull();
    assertThatThrownBy(() -> shown(null)).isInstanceOf(IOException.class);
    TlsKeyPair stranger = TlsKeyPair.ofSelfSigned("stranger");
    assertThatThrownBy(() -> shown(stranger)).isInstanceOf(IOException.class);
  }

  @Test
  void filesThatCannotBeUsedStopTheStartWithTheirName() throws Exception {
    TlsFiles missing = TlsFiles.of(directory.resolve("no.crt"), directory.resolve("no.key"));

    assertThatThrownBy(() -> builder("127.0.0.1").tls(missing).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no file")
        .hasMessageContaining("no.crt");
  }

  @Test
  @Rule("Z-1")
  void aKeyOfAKindThatCannotBeReadIsSaid() throws Exception {
    TlsFiles files = write(TlsKeyPair.ofSelfSigned("localhost"));
    write("tls.key", pem("PRIVATE KEY", key("Ed25519").getEncoded()));

    assertThatThrownBy(() -> builder("127.0.0.1").tls(files).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tls.key")
        .hasMessageContaining("PKCS #8 key (RSA or EC)");
  }
}
