package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clusters that a real Envoy asks for by name when the first request for them comes. */
@RequiresEnvoy
final class EnvoyOnDemandTest {

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"W-2", "W-7", "ODCDS-1"})
  @Covers("CDS")
  void clusterThatIsAskedForStandsBesideTheWildcard(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      lab.put(Resources.staticCluster("always", 9), lab.resources().onDemandListener("http"));
      lab.add(
          Resource.builder("rare", Resources.staticCluster("rare", backend.port()))
              .onDemand(true)
              .build());
      Traffic traffic = lab.traffic("http");
      assertEquals(0, lab.admin().activeCluster("rare").count());

      assertEquals("blue", traffic.get(Map.of("x-cluster", "rare")).body());

      // ED-71: in SotW the request names the one cluster only, and means both.
      assertEquals(1, lab.admin().activeCluster("always").count());
      lab.put(Resources.staticCluster("later", 9));
      Await.until("later came", () -> lab.admin().activeCluster("later").count() == 1);
      assertEquals("blue", traffic.get(Map.of("x-cluster", "rare")).body());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-4", "D-8", "ODCDS-1"})
  void clusterThatDoesNotExistAnswersAtOnceAndServesWhenItComes(StreamVariant variant) {
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      lab.put(lab.resources().onDemandListener("http"));
      Traffic traffic = lab.traffic("http");

      assertEquals(503, traffic.get(Map.of("x-cluster", "rare")).status());
      lab.log().awaitRequest(ResourceType.CLUSTER, "rare");
      assertEquals(List.of("rare"), lab.log().sentRemovals());

      // ED-70: Envoy does not ask a second time.
      lab.put(Resources.staticCluster("rare", backend.port()));
      Await.until(
          "rare serves", () -> traffic.get(Map.of("x-cluster", "rare")).body().equals("blue"));
    }
  }
}
