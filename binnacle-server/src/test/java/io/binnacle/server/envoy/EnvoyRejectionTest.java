package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real Envoy refuses is recorded with its own words, once, and does no harm. */
@RequiresEnvoy
@Rule({"S-3", "S-4"})
final class EnvoyRejectionTest {

  @ParameterizedTest
  @EnumSource
  void clusterThatCannotBeAppliedIsNackedByNameAndTheGoodOneServes(StreamVariant variant) {
    // ED-41 (b): the good one of the same response is in use all the same.
    try (Backend backend = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      lab.put(
          Resources.brokenCluster("bad"),
          Resources.staticCluster("good", backend.port()),
          Resources.routes("routes", "good"),
          lab.resources().listener("http", "routes"));

      String error = lab.log().awaitNack(ResourceType.CLUSTER);

      assertTrue(error.contains("bad"), error);
      assertTrue(error.contains("malformed IP address"), error);
      assertEquals("blue", lab.traffic("http").get().body());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule("D-13")
  void repairedClusterIsTakenAfterTheNack(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.put(Resources.brokenCluster("pool"));
      lab.log().awaitNack(ResourceType.CLUSTER);

      lab.put(Resources.staticCluster("pool", 9));

      Await.until("pool is active", () -> lab.admin().activeCluster("pool").count() == 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nackDoesNotLoop(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.put(lab.resources().listener("http", "routes"), Resources.brokenListener("bad"));
      String error = lab.log().awaitNack(ResourceType.LISTENER);
      assertTrue(error.contains("bad"), error);
      // S-19: once with the other listener, once alone
      Await.until("it was refused alone", () -> lab.log().nacks().size() == 2);

      // A later change that Envoy takes bounds the time in which a second NACK could come.
      lab.put(Resources.answeringRoutes("routes", "good"));
      assertEquals("good", lab.traffic("http").get().body());

      assertEquals(2, lab.log().nacks().size(), () -> lab.log().nacks().toString());
    }
  }
}
