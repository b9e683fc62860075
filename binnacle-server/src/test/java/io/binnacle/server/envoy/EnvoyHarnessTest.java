package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The harness against an Envoy that follows files, with no server of ours: what these tests see,
 * others may trust.
 */
@RequiresEnvoy
final class EnvoyHarnessTest {

  @TempDir Path directory;

  @Test
  void changedRouteFileMovesTheTrafficToAnotherBackend() {
    ConfigFiles files = new ConfigFiles(directory);
    try (Backend blue = Backend.start("blue");
        Backend green = Backend.start("green")) {
      files.put(
          "cds",
          Resources.staticCluster("blue", blue.port()),
          Resources.staticCluster("green", green.port()));
      files.put("rds", Resources.routes("main", "blue"));
      files.put("lds", new Resources(files.source("rds")).listener("http", "main"));
      try (EnvoyProcess envoy = EnvoyProcess.start(Bootstrap.files(directory)).awaitLive()) {
        Traffic traffic = Traffic.plain(envoy.listenerPort("http"));
        assertEquals("blue", traffic.get().body());
        assertEquals(List.of(blue.address()), envoy.admin().endpoints("blue").toList());

        Load load = Load.start(traffic);
        files.put("rds", Resources.routes("main", "green"));
        Await.until("traffic is at green", () -> traffic.get().body().equals("green"));
        assertEquals(Set.of(200), load.stop().keySet());
        assertEquals(
            "green",
            envoy
                .admin()
                .routes("main")
                .map(r -> r.at("/virtual_hosts/0/routes/0/route/cluster").asText())
                .findFirst()
                .orElseThrow());
      }
    }
  }

  @Test
  void endpointsOfAnEdsClusterAreSeenAndCounted() {
    ConfigFiles files = new ConfigFiles(directory);
    files.put("eds", Resources.assignment("pool", 9));
    files.put("cds", new Resources(files.source("eds")).edsCluster("pool"));
    files.put("lds");
    try (EnvoyProcess envoy = EnvoyProcess.start(Bootstrap.files(directory)).awaitLive()) {
      EnvoyAdmin admin = envoy.admin();
      assertEquals(List.of("127.0.0.1:9"), admin.endpoints("pool").toList());
      assertEquals(1, admin.activeCluster("pool").count());
      assertEquals(0, admin.stat("cluster.pool.init_fetch_timeout"));

      files.put("cds");
      Await.until("pool is gone", () -> admin.activeCluster("pool").findAny().isEmpty());
    }
  }

  @Test
  void rotatedCertificateIsSeenByTheNextConnection() {
    TestCertificate first = TestCertificate.create("first.test");
    TestCertificate second = TestCertificate.create("second.test");
    ConfigFiles files = new ConfigFiles(directory);
    files.put("cds");
    files.put("sds", Resources.secret("cert", first));
    files.put("lds", new Resources(files.source("sds")).tlsListener("https", "cert"));
    try (EnvoyProcess envoy = EnvoyProcess.start(Bootstrap.files(directory)).awaitLive()) {
      Traffic traffic = Traffic.tls(envoy.listenerPort("https"));
      Traffic.Reply reply = traffic.get();
      assertEquals("secret", reply.body());
      assertTrue(first.isThatOf(reply));

      files.put("sds", Resources.secret("cert", second));
      Await.until("the second certificate is shown", () -> second.isThatOf(traffic.get()));
    }
  }

  @Test
  void filterConfigurationAndScopesOfFilesShapeTheAnswers() {
    ConfigFiles files = new ConfigFiles(directory);
    files.put("cds");
    files.put("ecds", Resources.headerFilter("mark", "one"));
    files.put("srds", Resources.scope("scope-a", "a", "routes-a"));
    files.put("rds", Resources.answeringRoutes("routes-a", "for-a"));
    files.put(
        "lds",
        new Resources(files.source("ecds")).filteredListener("filtered", "mark"),
        new Resources(files.source("rds")).scopedListener("scoped", files.source("srds")));
    try (EnvoyProcess envoy = EnvoyProcess.start(Bootstrap.files(directory)).awaitLive()) {
      Traffic filtered = Traffic.plain(envoy.listenerPort("filtered"));
      assertEquals("one", filtered.get().headers().get("x-filter"));
      Traffic scoped = Traffic.plain(envoy.listenerPort("scoped"));
      assertEquals("for-a", scoped.get(Map.of("x-scope", "a")).body());
      assertEquals(404, scoped.get(Map.of("x-scope", "b")).status());
    }
  }

  @Test
  void bootstrapThatEnvoyRefusesFailsTheStartWithItsOwnWords() {
    Bootstrap noFiles = Bootstrap.files(directory.resolve("absent"));

    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class, () -> EnvoyProcess.start(noFiles).awaitLive().close());

    assertTrue(failure.getMessage().contains("absent/"), failure.getMessage());
  }

  @Test
  void closedEnvoyIsGone() {
    ConfigFiles files = new ConfigFiles(directory);
    files.put("cds");
    files.put("lds");
    EnvoyProcess envoy = EnvoyProcess.start(Bootstrap.files(directory));
    assertTrue(envoy.isAlive());

    envoy.close();

    assertFalse(envoy.isAlive());
  }

  @Test
  void placeholderWithoutAValueIsAFaultOfTheTest() {
    assertThrows(IllegalArgumentException.class, () -> new Bootstrap("files", Map.of()).text());
  }
}
