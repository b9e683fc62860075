package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.config.JwtTokenFile;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.config.TlsFiles;
import io.binnacle.client.config.XdsSource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS and credentials of calls. */
class TlsTest {

  @TempDir private Path directory;

  private XdsServer server;
  private XdsClient client;

  /** A server that asks for the client's certificate. */
  @BeforeEach
  void start() throws Exception {
    TlsKeyPair own = TlsKeyPair.ofSelfSigned("localhost");
    TlsKeyPair ofClient = TlsKeyPair.ofSelfSigned("client");
    write("server", own);
    write("client", ofClient);
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    catalog.publish("edge", Snapshot.of(cluster("a", 1)));
    server =
        XdsServer.builder(catalog)
            .listen("127.0.0.1", 0)
            .tls(
                io.binnacle.server.armeria.TlsFiles.of(file("server.pem"), file("server.key"))
                    .withClientCa(file("client.pem")))
            .build()
            .start();
  }

  @AfterEach
  void stop() {
    if (client != null) {
      client.close();
    }
    server.close();
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private void write(String name, TlsKeyPair pair) throws Exception {
    X509Certificate certificate = pair.certificateChain().get(0);
    Files.writeString(file(name + ".pem"), pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(file(name + ".key"), pem("PRIVATE KEY", pair.privateKey().getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  private TlsFiles files() {
    return TlsFiles.trusting(file("server.pem"))
        .withCertificate(file("client.pem"), file("client.key"));
  }

  private Seen<Cluster> watch(XdsSource source) {
    Seen<Cluster> seen = new Seen<>();
    client =
        XdsClient.builder()
            .node(ServerLab.NODE)
            .server(source)
            .backoff(Duration.ofMillis(20), Duration.ofMillis(100))
            .build();
    client.watch(ResourceKind.CLUSTER, "a", seen);
    return seen;
  }

  @Test
  void bothSidesShowTheirCertificates() {
    Seen<Cluster> seen = watch(GrpcSource.tls("localhost:" + server.port(), files()));
    assertThat(millis(seen.value())).isEqualTo(1);
  }

  @Test
  void pollsDoSoToo() {
    Seen<Cluster> seen =
        watch(RestSource.of("https://localhost:" + server.port()).withTls(files()));
    assertThat(millis(seen.value())).isEqualTo(1);
  }

  @Test
  void aClientWithoutItsCertificateIsToldThatItCannotConnect() {
    Seen<Cluster> seen =
        watch(GrpcSource.tls("localhost:" + server.port(), TlsFiles.trusting(file("server.pem"))));
    assertThat(seen.next()).isInstanceOf(ResourceEvent.Failed.class);
  }

  @Test
  void aTokenIsShownOverTlsOnly() throws Exception {
    Path token = Files.writeString(file("token"), "header.payload.signature\n");
    Seen<Cluster> seen =
        watch(
            GrpcSource.tls("localhost:" + server.port(), files())
                .withCallCredentials(new JwtTokenFile(token)));
    assertThat(millis(seen.value())).isEqualTo(1);
    client.close();

    try (ServerLab plain = new ServerLab()) {
      Seen<Cluster> refused =
          watch(
              GrpcSource.plaintext("127.0.0.1:" + plain.port())
                  .withCallCredentials(new JwtTokenFile(token)));
      assertThat(refused.next()).asString().contains("is shown over TLS only");
    }
  }

  @Test
  void filesThatCannotBeUsedAreRefusedAtOnce() throws Exception {
    Path broken = Files.writeString(file("broken.pem"), "no certificate");
    assertThatThrownBy(
            () ->
                XdsClient.builder()
                    .server(GrpcSource.tls("localhost:1", TlsFiles.trusting(broken)))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("broken.pem");
  }
}
