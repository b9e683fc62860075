package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A TTL on delta, with a real Envoy that declares that it takes one. */
@RequiresEnvoy
final class EnvoyTtlTest {

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"L-1", "L-3"})
  void heartbeatsKeepAClusterThatExpiresWhenTheServerIsGone(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.add(
          Resource.builder("pool", Resources.staticCluster("pool", 9))
              .ttl(Duration.ofSeconds(2))
              .build());
      Await.until("pool is active", () -> lab.admin().activeCluster("pool").count() == 1);

      // At every half TTL: three of them outlive the first TTL.
      Await.until("three heartbeats", () -> lab.log().heartbeatCount(ResourceType.CLUSTER) >= 3);
      assertEquals(1, lab.admin().activeCluster("pool").count());
      assertEquals(1, lab.log().sentCount(ResourceType.CLUSTER));
      assertEquals(0, lab.log().nacks().size());

      lab.stopServer();
      Await.until("pool expired", () -> lab.admin().activeCluster("pool").findAny().isEmpty());
    }
  }
}
