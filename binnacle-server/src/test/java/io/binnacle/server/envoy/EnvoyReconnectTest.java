package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server ends and another one takes its place, on the same port, while a real Envoy runs on.
 * Versions are a function of content, so the new server knows what the Envoy still holds.
 */
@RequiresEnvoy
final class EnvoyReconnectTest {

  private static final int CLUSTERS = 20;

  @Test
  @Rule({"D-5", "D-10", "S-14"})
  void unchangedContentIsNotSentAgainOnDelta() {
    try (Lab lab = labWithClusters(StreamVariant.ADS_DELTA)) {
      lab.restartServer(world -> world);
      awaitAllTypes(lab);

      // What went out before the marker is in the log when the marker has arrived.
      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 2));
      Await.until("the marker came", () -> lab.admin().runtime("lab.value").equals("2"));

      Await.until("the marker is in the log", () -> !lab.log().sentNames().isEmpty());
      assertEquals(List.of(Lab.LAYER), lab.log().sentNames());
      assertEquals(List.of(), lab.log().sentRemovals());
    }
  }

  @Test
  @Rule({"D-5", "S-17"})
  void clusterThatChangedMeanwhileIsSentWithItsAssignmentAndNothingElseOnDelta() {
    try (Lab lab = labWithClusters(StreamVariant.ADS_DELTA)) {
      // ED-30a: Envoy lists the assignment as equal, and waits for it all the same.
      lab.restartServer(world -> world.put(lab.resources().edsCluster("pool-7", "9s")));

      awaitConnectTimeout(lab, "pool-7", "9s");
      awaitAllTypes(lab);
      assertEquals(Set.of("pool-7"), Set.copyOf(lab.log().sentNames()));
      assertEquals(1, lab.log().sentCount(ResourceType.CLUSTER));
      assertEquals(1, lab.log().sentCount(ResourceType.CLUSTER_LOAD_ASSIGNMENT));
      assertEquals(0, lab.admin().stat("cluster.pool-7.init_fetch_timeout"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"D-5", "S-9"})
  void clusterThatWentAwayMeanwhileIsRemoved(StreamVariant variant) {
    try (Lab lab = labWithClusters(variant)) {
      lab.restartServer(world -> world.remove(ResourceType.CLUSTER, "pool-3"));

      Await.until("pool-3 is gone", () -> lab.admin().activeCluster("pool-3").findAny().isEmpty());
      assertEquals(CLUSTERS - 1, lab.admin().configDump("dynamic_active_clusters").count());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-1", "S-17"})
  void envoyServesThroughARestartAndFollowsTheNewServer(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", backend.port());
      Load load = Load.start(traffic);

      lab.restartServer(world -> world);
      lab.put(lab.resources().edsCluster("pool", "9s"));

      awaitConnectTimeout(lab, "pool", "9s");
      assertEquals(Set.of(200), load.stop().keySet());
      assertEquals(0, lab.admin().stat("cluster.pool.init_fetch_timeout"));
    }
  }

  private static Lab labWithClusters(StreamVariant variant) {
    Lab lab = Lab.start(variant);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < CLUSTERS; i++) {
      messages.add(lab.resources().edsCluster("pool-" + i));
      messages.add(Resources.assignment("pool-" + i, 9));
    }
    messages.add(lab.resources().listener("http", "routes"));
    messages.add(Resources.answeringRoutes("routes", "hello"));
    lab.put(messages.toArray(Message[]::new));
    Await.until(
        "all clusters and the listener are active",
        () ->
            lab.admin().configDump("dynamic_active_clusters").count() == CLUSTERS
                && lab.admin().activeListener("http").count() == 1);
    return lab;
  }

  /** On a new stream Envoy asks for every type that it uses, in one burst. */
  private static void awaitAllTypes(Lab lab) {
    lab.log().awaitRequest(ResourceType.RUNTIME);
    lab.log().awaitRequest(ResourceType.CLUSTER);
    lab.log().awaitRequest(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    lab.log().awaitRequest(ResourceType.LISTENER);
    lab.log().awaitRequest(ResourceType.ROUTE_CONFIGURATION);
  }

  private static void awaitConnectTimeout(Lab lab, String cluster, String timeout) {
    Await.until(
        cluster + " is active with timeout " + timeout,
        () -> lab.admin().connectTimeout(cluster),
        timeout::equals);
  }
}
