package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.binnacle.server.armeria.TlsFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real Envoy that takes its configuration over mutual TLS. */
@RequiresEnvoy
final class EnvoyTlsTest {

  private static TestCertificate server;
  private static TestCertificate client;
  private static TestCertificate stranger;

  @TempDir Path directory;

  @BeforeAll
  static void makeCertificates() {
    server = TestCertificate.create("server.test");
    client = TestCertificate.create("client.test");
    stranger = TestCertificate.create("stranger.test");
  }

  @ParameterizedTest
  @EnumSource
  void envoyWithTheRightCertificateIsServed(StreamVariant variant) {
    try (TestServer binnacle = TestServer.startWithTls(Lab.firstWorld(), serverFiles());
        EnvoyProcess envoy = startEnvoy(variant, binnacle, client).awaitLive()) {
      binnacle.publish(
          world ->
              world.put(
                  Resources.answeringRoutes("routes", "over-tls"),
                  variant.resources().listener("http", "routes")));

      assertEquals("over-tls", Traffic.plain(envoy.listenerPort("http")).get().body());
    }
  }

  @Test
  void envoyWithAnotherCertificateIsToldNothing() {
    try (TestServer binnacle = TestServer.startWithTls(Lab.firstWorld(), serverFiles());
        EnvoyProcess envoy = startEnvoy(StreamVariant.ADS_DELTA, binnacle, stranger)) {
      Await.until(
          "several connections failed",
          () -> envoy.admin().stat("cluster.xds.upstream_cx_total") >= 3);

      assertFalse(envoy.admin().isReady());
      assertEquals(0, binnacle.log().requestCount());
    }
  }

  private TlsFiles serverFiles() {
    return TlsFiles.of(server.writeChain(directory), server.writeKey(directory))
        .withClientCa(client.writeChain(directory));
  }

  private EnvoyProcess startEnvoy(
      StreamVariant variant, TestServer binnacle, TestCertificate identity) {
    String socket =
        """
        transport_socket: {name: envoy.transport_sockets.tls, typed_config: {\
        "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext, \
        common_tls_context: {tls_certificates: [{certificate_chain: {filename: '%s'}, \
        private_key: {filename: '%s'}}], \
        validation_context: {trusted_ca: {filename: '%s'}}}}}"""
            .formatted(
                identity.writeChain(directory),
                identity.writeKey(directory),
                server.writeChain(directory));
    return EnvoyProcess.start(variant.bootstrap(binnacle.port(), socket));
  }
}
