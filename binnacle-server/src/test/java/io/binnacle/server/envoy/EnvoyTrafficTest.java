package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** LDS, RDS, CDS and EDS: each reaches a real Envoy, a change arrives, a removal acts. */
@RequiresEnvoy
@Rule("T-1")
final class EnvoyTrafficTest {

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

  @ParameterizedTest
  @EnumSource
  @Rule({"S-11", "D-5", "N-1", "W-2"})
  void emptyListenersAndClustersLetEnvoyGoLiveAtOnce(StreamVariant variant) {
    // ED-14: each type without an answer would cost 15 s, more than the patience of the harness.
    try (Lab lab = Lab.start(variant)) {
      assertEquals(0, lab.admin().configDump("dynamic_active_clusters").count());
      assertEquals(0, lab.admin().configDump("dynamic_listeners").count());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-12", "D-8"})
  @Covers({"LDS", "RDS", "CDS", "EDS"})
  void whatIsPublishedLaterReachesTheRunningEnvoyAndCarriesTraffic(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());

      assertEquals("blue", traffic.get().body());
      assertEquals(1, lab.admin().activeListener("http").count());
      assertEquals(1, lab.admin().routes("routes").count());
      assertEquals(1, lab.admin().activeCluster("pool").count());
      assertEquals(Set.of(blue.address()), Set.copyOf(lab.admin().endpoints("pool").toList()));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "D-6"})
  @Covers("EDS")
  void changedAssignmentMovesTheTraffic(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());
      Load load = Load.start(traffic);

      lab.put(Resources.assignment("pool", green.port()));

      Await.until("traffic is at green", () -> traffic.get().body().equals("green"));
      assertEquals(Set.of(200), load.stop().keySet());
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptiedAssignmentEmptiesTheCluster(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());

      lab.put(Resources.emptyAssignment("pool"));

      Await.until("no endpoint is left", () -> traffic.get().status() == 503);
      assertEquals(0, lab.admin().endpoints("pool").count());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "D-6"})
  @Covers("RDS")
  void changedRoutesMoveTheTraffic(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());

      lab.put(Resources.answeringRoutes("routes", "by-route"));

      Await.until("the route answers", () -> traffic.get().body().equals("by-route"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-12", "D-8", "D-18"})
  void listenerThatCameBeforeItsRoutesServesThemWhenTheyCome(StreamVariant variant) {
    // ED-34: told that the routes do not exist, an Envoy on delta would wait for ever.
    try (Lab lab = Lab.start(variant)) {
      lab.put(lab.resources().listener("http", "late"));
      lab.log().awaitRequest(ResourceType.ROUTE_CONFIGURATION, "late");

      lab.put(Resources.answeringRoutes("late", "at-last"));

      assertEquals("at-last", lab.traffic("http").get().body());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-8", "D-4"})
  void listenerThatChangesToOtherRoutesServesThem(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.serve("pool", blue.port());
      lab.put(
          Resources.answeringRoutes("other", "other"), lab.resources().listener("http", "other"));

      Await.until("other routes", () -> lab.traffic("http").get().body().equals("other"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-9", "D-7"})
  @Covers("LDS")
  void removedListenerClosesItsPort(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.serve("pool", blue.port());

      lab.remove(ResourceType.LISTENER, "http");

      Await.until(
          "the listener is gone", () -> lab.admin().configDump("dynamic_listeners").count() == 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-9", "D-7"})
  @Covers("CDS")
  void removedClusterIsGone(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());
      lab.put(Resources.answeringRoutes("routes", "by-route"));
      Await.until("the route answers", () -> traffic.get().body().equals("by-route"));

      lab.remove(ResourceType.CLUSTER, "pool");

      Await.until("pool is gone", () -> lab.admin().activeCluster("pool").findAny().isEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-11", "D-7"})
  void removalOfRoutesInUseLeavesThemInUseAndBreaksNothing(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", blue.port());

      lab.remove(ResourceType.ROUTE_CONFIGURATION, "routes");
      // A change behind the removal shows that the removal has been dealt with.
      lab.put(Resources.assignment("pool", green.port()));

      Await.until("traffic is at green", () -> traffic.get().body().equals("green"));
      assertEquals(1, lab.admin().routes("routes").count());
      assertEquals(0, lab.log().nacks().size());
    }
  }
}
