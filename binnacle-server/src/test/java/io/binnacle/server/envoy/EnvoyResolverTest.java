package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.internal.threads.OwnThreads;
import io.binnacle.server.resolve.Lookup;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.ResourceResolver;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real Envoy asks for by name, answered by code. */
@RequiresEnvoy
final class EnvoyResolverTest {

  /** A table that the test edits; what is not in it is absent, after a moment on another thread. */
  private static final class Table implements ResourceResolver {
    private final Executor threads = OwnThreads.named("lookups");
    final Map<String, Resolution> rows = new ConcurrentHashMap<>();
    final Map<String, Integer> asked = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Resolution> resolve(Lookup lookup) {
      asked.merge(lookup.name(), 1, Integer::sum);
      return CompletableFuture.supplyAsync(
          () -> rows.getOrDefault(lookup.name(), Resolution.absent()), threads);
    }
  }

  private final Table table = new Table();

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule("VHDS-1")
  void hostIsLookedUpAtItsFirstRequest(StreamVariant variant) {
    table.rows.put("routes/rare.test", host("routes/rare.test", "rare.test", "for-rare"));
    try (Lab lab = Lab.startResolving(variant, Map.of(ResourceType.VIRTUAL_HOST, table))) {
      lab.put(
          lab.resources().virtualHostRoutes("routes"),
          lab.resources().onDemandHostListener("http", "routes"));
      Traffic traffic = lab.traffic("http");

      assertEquals("for-rare", body(traffic, "rare.test"));
      assertEquals("for-rare", body(traffic, "rare.test"));
      assertEquals(404, get(traffic, "none.test").status());
      assertEquals(1, table.asked.get("routes/rare.test"));

      table.rows.put("routes/none.test", host("routes/none.test", "none.test", "for-none"));
      lab.invalidate(ResourceType.VIRTUAL_HOST, "routes/none.test");
      Await.until("none is there now", () -> body(traffic, "none.test").equals("for-none"));

      table.rows.remove("routes/rare.test");
      lab.invalidate(ResourceType.VIRTUAL_HOST, "routes/rare.test");
      Await.until("rare is gone", () -> get(traffic, "rare.test").status() == 404);
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"VHDS-1", "B-6"})
  void failedLookupIs404AndHoldsUpNoOtherHost(StreamVariant variant) {
    table.rows.put("routes/bad.test", Resolution.failed(Status.Code.UNAVAILABLE, "away"));
    table.rows.put("routes/rare.test", host("routes/rare.test", "rare.test", "for-rare"));
    try (Lab lab = Lab.startResolving(variant, Map.of(ResourceType.VIRTUAL_HOST, table))) {
      lab.put(
          lab.resources().virtualHostRoutes("routes"),
          lab.resources().onDemandHostListener("http", "routes"));
      Traffic traffic = lab.traffic("http");

      assertEquals(404, get(traffic, "bad.test").status());
      assertEquals("for-rare", body(traffic, "rare.test"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_DELTA"})
  @Rule("ODCDS-1")
  void clusterIsLookedUpAtItsFirstRequestBesideTheWildcard(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.startResolving(variant, Map.of(ResourceType.CLUSTER, table))) {
      table.rows.put("rare", Resolution.found(Resources.staticCluster("rare", backend.port())));
      lab.put(Resources.staticCluster("always", 9), lab.resources().onDemandListener("http"));
      Traffic traffic = lab.traffic("http");

      assertEquals("blue", cluster(traffic, "rare").body());
      assertEquals(1, lab.admin().activeCluster("always").count());

      lab.put(Resources.staticCluster("later", 9));
      Await.until("later came", () -> lab.admin().activeCluster("later").count() == 1);
      assertEquals("blue", cluster(traffic, "rare").body());
      assertEquals(1, table.asked.get("rare"));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"ODCDS-1", "D-8"})
  void clusterThatIsAbsentIs503AtOnceAndPushedWhenItAppears(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.startResolving(variant, Map.of(ResourceType.CLUSTER, table))) {
      lab.put(lab.resources().onDemandListener("http"));
      Traffic traffic = lab.traffic("http");
      assertEquals(503, cluster(traffic, "rare").status());

      // ED-70: Envoy does not ask a second time.
      table.rows.put("rare", Resolution.found(Resources.staticCluster("rare", backend.port())));
      lab.invalidate(ResourceType.CLUSTER, "rare");

      Await.until("rare serves", () -> cluster(traffic, "rare").body().equals("blue"));
    }
  }

  /** An Envoy knows nothing of errors (ED-3): it must go on as with a name that is just absent. */
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-17", "ODCDS-1"})
  void refusedClusterHarmsNothingElse(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.startResolving(variant, Map.of(ResourceType.CLUSTER, table))) {
      table.rows.put("bad", Resolution.failed(Status.Code.PERMISSION_DENIED, "not for you"));
      table.rows.put("rare", Resolution.found(Resources.staticCluster("rare", backend.port())));
      lab.put(Resources.staticCluster("always", 9), lab.resources().onDemandListener("http"));
      Traffic traffic = lab.traffic("http");

      if (variant == StreamVariant.ADS_SOTW) {
        // in SotW the request hangs for 5 s: there is no word for absence that Envoy knows
        CompletableFuture.runAsync(() -> cluster(traffic, "bad"), OwnThreads.named("hanging"));
        Await.until("bad was asked for", () -> table.asked.containsKey("bad"));
      } else {
        assertEquals(503, cluster(traffic, "bad").status());
      }
      assertEquals("blue", cluster(traffic, "rare").body());
      assertEquals(1, lab.admin().activeCluster("always").count());
      assertEquals(List.of(), lab.log().nacks());

      table.rows.put("bad", Resolution.found(Resources.staticCluster("bad", backend.port())));
      lab.invalidate(ResourceType.CLUSTER, "bad");
      Await.until("bad serves", () -> cluster(traffic, "bad").body().equals("blue"));
    }
  }

  private static Resolution host(String name, String domain, String answer) {
    return Resolution.found(Resources.virtualHost(name, domain, answer));
  }

  private static String body(Traffic traffic, String host) {
    return get(traffic, host).body();
  }

  private static Traffic.Reply get(Traffic traffic, String host) {
    return traffic.get(Map.of("host", host));
  }

  private static Traffic.Reply cluster(Traffic traffic, String name) {
    return traffic.get(Map.of("x-cluster", name));
  }
}
