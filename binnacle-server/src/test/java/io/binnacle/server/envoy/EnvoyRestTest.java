package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.ResourceResolver;
import io.binnacle.server.status.NodeStatus;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real Envoy that polls, for every type that it takes by REST (ED-96). */
@RequiresEnvoy
@Rule({"T-1", "P-1", "P-2"})
final class EnvoyRestTest {

  private static Backend blue;
  private static Backend green;

  @BeforeAll
  static void startBackends() {
    blue = Backend.start("blue");
    green = Backend.start("green");
  }

  @AfterAll
  static void stopBackends() {
    blue.close();
    green.close();
  }

  @Test
  @Rule({"S-9", "S-11", "ST-1"})
  @Covers({"CDS", "EDS", "LDS", "RDS"})
  void clustersEndpointsListenersAndRoutesComeChangeAndGo() {
    try (Lab lab = Lab.startWithRest()) {
      Traffic traffic = lab.serve("pool", blue.port());
      assertEquals("blue", traffic.get().body());

      lab.put(Resources.assignment("pool", green.port()));
      Await.until("traffic is at green", () -> traffic.get().body().equals("green"));

      NodeStatus node = lab.nodes().get(0);
      assertEquals("envoy-1", node.nodeId());
      assertTrue(
          node.streams().stream().allMatch(polls -> polls.stream().variant() == Variant.REST));
      assertEquals(5, node.streams().size(), "one for each thing that is polled for");
      assertTrue(node.streams().get(0).client().startsWith("envoy 1."), node::toString);

      lab.put(Resources.answeringRoutes("routes", "by-route"));
      Await.until("the route answers", () -> traffic.get().body().equals("by-route"));
      lab.remove(ResourceType.CLUSTER, "pool");
      Await.until("pool is gone", () -> lab.admin().activeCluster("pool").findAny().isEmpty());
      lab.remove(ResourceType.LISTENER, "http");
      Await.until(
          "the listener is gone", () -> lab.admin().configDump("dynamic_listeners").count() == 0);
    }
  }

  @Test
  void pollsThatEndUnchangedAreNoFailuresToEnvoy() {
    try (Lab lab = Lab.startWithRest()) {
      lab.serve("pool", blue.port());
      long attempts = lab.admin().stat("cluster_manager.cds.update_attempt");

      Await.until(
          "two polls more",
          () -> lab.admin().stat("cluster_manager.cds.update_attempt") > attempts + 2);

      assertEquals(0, lab.admin().stat("cluster_manager.cds.update_failure"));
      assertEquals(0, lab.admin().stat("listener_manager.lds.update_failure"));
      assertEquals(0, lab.admin().stat("cluster.pool.update_failure"));
    }
  }

  @Test
  @Rule("S-11")
  @Covers("SDS")
  void secretsComeRotateAndStay() {
    TestCertificate first = TestCertificate.create("first.test");
    TestCertificate second = TestCertificate.create("second.test");
    try (Lab lab = Lab.startWithRest()) {
      lab.put(lab.resources().tlsListener("https", "cert"), Resources.secret("cert", first));
      Traffic traffic = Traffic.tls(lab.envoy().listenerPort("https"));
      Await.until("the certificate is shown", () -> first.isThatOf(traffic.get()));

      lab.put(Resources.secret("cert", second));
      Await.until("the second certificate is shown", () -> second.isThatOf(traffic.get()));

      lab.remove(ResourceType.SECRET, "cert");
      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 2));
      Await.until("the runtime came", () -> lab.admin().runtime("lab.value").equals("2"));
      assertTrue(second.isThatOf(traffic.get()));
    }
  }

  @Test
  @Covers("RTDS")
  void runtimeLayersComeAndChange() {
    try (Lab lab = Lab.startWithRest()) {
      assertEquals("1", lab.admin().runtime("lab.value"));

      lab.put(Resources.runtime(Lab.LAYER, "lab.other", 7));
      Await.until("the new key", () -> lab.admin().runtime("lab.other").equals("7"));
      assertEquals("", lab.admin().runtime("lab.value"));
    }
  }

  @Test
  @Rule({"S-11", "RTDS-1"})
  void aRuntimeLayerThatIsRemovedStaysInServiceUntilItComesBack() {
    try (Lab lab = Lab.startWithRest()) {
      assertEquals("1", lab.admin().runtime("lab.value"));
      long sent = lab.log().sentCount(ResourceType.RUNTIME);

      // An answer without resources would say that everything is gone: the poll is held.
      lab.remove(ResourceType.RUNTIME, Lab.LAYER);
      long attempts = lab.admin().stat("runtime.update_attempt");
      Await.until(
          "two polls more", () -> lab.admin().stat("runtime.update_attempt") > attempts + 1);
      assertEquals("1", lab.admin().runtime("lab.value"));
      assertEquals(sent, lab.log().sentCount(ResourceType.RUNTIME));
      assertEquals(0, lab.admin().stat("runtime.update_failure"));

      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 2));
      Await.until("the layer is back", () -> lab.admin().runtime("lab.value").equals("2"));
    }
  }

  @Test
  @Rule({"P-2", "S-12"})
  void endpointsThatOnlyAResolverKnowsArePolledFor() {
    Map<String, Resolution> table = new ConcurrentHashMap<>();
    table.put("pool", Resolution.found(Resources.assignment("pool", blue.port())));
    ResourceResolver resolver =
        lookup ->
            CompletableFuture.supplyAsync(
                () -> table.getOrDefault(lookup.name(), Resolution.absent()));
    try (Lab lab = Lab.startWithRest(Map.of(ResourceType.CLUSTER_LOAD_ASSIGNMENT, resolver))) {
      lab.put(
          lab.resources().listener("http", "routes"),
          Resources.routes("routes", "pool"),
          lab.resources().edsCluster("pool"));
      Traffic traffic = lab.traffic("http");
      Await.until("blue answers", () -> traffic.get().body().equals("blue"));

      table.put("pool", Resolution.found(Resources.assignment("pool", green.port())));
      lab.invalidate(ResourceType.CLUSTER_LOAD_ASSIGNMENT, "pool");

      Await.until("green answers", () -> traffic.get().body().equals("green"));
    }
  }

  @Test
  @Rule("S-11")
  @Covers("ECDS")
  void filterConfigurationsComeChangeAndStay() {
    try (Lab lab = Lab.startWithRest()) {
      lab.put(
          lab.resources().filteredListener("http", "mark"), Resources.headerFilter("mark", "one"));
      Traffic traffic = lab.traffic("http");
      Await.until("header is one", () -> "one".equals(traffic.get().headers().get("x-filter")));

      lab.put(Resources.headerFilter("mark", "two"));
      Await.until("header is two", () -> "two".equals(traffic.get().headers().get("x-filter")));

      lab.remove(ResourceType.TYPED_EXTENSION_CONFIG, "mark");
      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 2));
      Await.until("the runtime came", () -> lab.admin().runtime("lab.value").equals("2"));
      assertEquals("two", traffic.get().headers().get("x-filter"));
    }
  }

  @Test
  @Rule("S-9")
  @Covers("SRDS")
  void scopesComeChangeAndGo() {
    try (Lab lab = Lab.startWithRest()) {
      lab.put(
          lab.resources().scopedListener("http"),
          Resources.scope("scope-a", "a", "routes-a"),
          Resources.scope("scope-b", "b", "routes-b"),
          Resources.answeringRoutes("routes-a", "for-a"),
          Resources.answeringRoutes("routes-b", "for-b"),
          Resources.answeringRoutes("routes-c", "for-c"));
      Traffic traffic = lab.traffic("http");
      Await.until("scope a answers", () -> scoped(traffic, "a").body().equals("for-a"));
      Await.until("scope b answers", () -> scoped(traffic, "b").body().equals("for-b"));

      lab.put(Resources.scope("scope-a", "a", "routes-c"));
      Await.until("scope a changed", () -> scoped(traffic, "a").body().equals("for-c"));

      lab.remove(ResourceType.SCOPED_ROUTE_CONFIGURATION, "scope-b");
      Await.until("scope b is gone", () -> scoped(traffic, "b").status() == 404);
      assertEquals("for-c", scoped(traffic, "a").body());
    }
  }

  @Test
  @Rule({"P-3", "S-4"})
  void whatEnvoyRefusesIsSuspectedAndShownAndWhatMendsItArrives() {
    try (Lab lab = Lab.startWithRest()) {
      Traffic traffic = lab.serve("pool", blue.port());

      lab.put(Resources.brokenCluster("broken"));
      Await.until("it is shown as refused", () -> clusters(lab).state() == SyncState.NACKED);
      assertTrue(clusters(lab).nack().message().startsWith("suspected"));
      assertTrue(
          clusters(lab).nack().suspects().stream().anyMatch(one -> one.name().equals("broken")));
      assertEquals("blue", traffic.get().body());

      lab.put(Resources.staticCluster("broken", green.port()));
      Await.until("it is mended", () -> clusters(lab).state() == SyncState.SYNCED);
      assertEquals(1, lab.admin().activeCluster("broken").count());
    }
  }

  private static TypeStatus clusters(Lab lab) {
    return lab.nodes().get(0).types().get(ResourceType.CLUSTER);
  }

  private static Traffic.Reply scoped(Traffic traffic, String scope) {
    return traffic.get(Map.of("x-scope", scope));
  }
}
