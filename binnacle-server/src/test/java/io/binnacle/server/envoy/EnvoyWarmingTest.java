package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An edited EDS cluster of a real Envoy waits for its assignment, which did not change and which an
 * Envoy on delta does not ask for (ED-22). Without S-17 it would warm for 15 s.
 */
@RequiresEnvoy
@Rule("S-17")
final class EnvoyWarmingTest {

  private static final int EDITS = 5;

  @ParameterizedTest
  @EnumSource
  void editedClusterIsWarmWithinASecondAndServesMeanwhile(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      Traffic traffic = lab.serve("pool", backend.port());
      Load load = Load.start(traffic);

      List<Duration> durations = new ArrayList<>();
      for (int edit = 1; edit <= EDITS; edit++) {
        String timeout = edit + 1 + "s";
        long start = System.nanoTime();
        lab.put(lab.resources().edsCluster("pool", timeout));
        Await.until(timeout, () -> lab.admin().connectTimeout("pool"), timeout::equals);
        durations.add(Duration.ofNanos(System.nanoTime() - start));
      }

      assertEquals(0, lab.admin().stat("cluster.pool.init_fetch_timeout"));
      // One slow edit is the machine's fault, most of them would be the server's.
      Collections.sort(durations);
      Duration median = durations.get(EDITS / 2);
      assertTrue(median.compareTo(Duration.ofSeconds(1)) < 0, durations::toString);
      assertEquals(Set.of(200), load.stop().keySet());
    }
  }

  @ParameterizedTest
  @EnumSource
  void clusterAndItsSecretOfOnePublishAreWarmAtOnce(StreamVariant variant) {
    // ED-24: a secret that came in front of its cluster would be lost.
    try (Lab lab = Lab.start(variant)) {
      lab.put(
          Resources.trusted("ca", TestCertificate.create("ca.test")),
          lab.resources().tlsCluster("pool", "ca"));

      Await.until("pool is active", () -> lab.admin().activeCluster("pool").count() == 1);
    }
  }

  @Test
  void clusterThatWasWarmingWhenTheStreamBrokeIsWarmAtOnceOnTheNext() {
    // ED-30: the first request of the new stream, with the node, is for the assignment.
    try (Lab lab = Lab.start(StreamVariant.ADS_SOTW)) {
      lab.put(lab.resources().edsCluster("pool"));
      lab.log().awaitRequest(ResourceType.CLUSTER_LOAD_ASSIGNMENT, "pool");
      assertEquals(1, lab.admin().configDump("dynamic_warming_clusters").count());

      lab.restartServer(world -> world.put(Resources.assignment("pool", 9)));

      Await.until("pool is active", () -> lab.admin().activeCluster("pool").count() == 1);
      assertEquals(0, lab.admin().stat("cluster.pool.init_fetch_timeout"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void clustersAddedInOnePublishAreAllWarmAtOnce(StreamVariant variant) {
    int clusters = 30;
    try (Lab lab = Lab.start(variant)) {
      List<Message> messages = new ArrayList<>();
      for (int i = 0; i < clusters; i++) {
        messages.add(lab.resources().edsCluster("pool-" + i));
        messages.add(Resources.assignment("pool-" + i, 9));
      }

      lab.put(messages.toArray(Message[]::new));

      Await.until(
          "all are active",
          () -> lab.admin().configDump("dynamic_active_clusters").count(),
          count -> count == clusters);
      assertEquals(0, lab.admin().statSum("cluster.pool-\\d+.init_fetch_timeout"));
    }
  }
}
