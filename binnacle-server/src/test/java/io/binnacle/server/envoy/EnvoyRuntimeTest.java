package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** RTDS: a runtime layer of a real Envoy. */
@RequiresEnvoy
final class EnvoyRuntimeTest {

  @ParameterizedTest
  @EnumSource
  @Rule({"RTDS-1", "S-12", "D-8"})
  void envoyIsLiveAtOnceWithoutItsLayerWhichActsWhenItComes(StreamVariant variant) {
    // ED-12: else it asks for nothing for 15 s.
    try (Lab lab = Lab.startEmpty(variant)) {
      assertEquals("", lab.admin().runtime("lab.value"));

      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 3));

      Await.until("the layer came", () -> lab.admin().runtime("lab.value").equals("3"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "D-6"})
  @Covers("RTDS")
  void changedLayerReplacesTheOldOne(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      assertEquals("1", lab.admin().runtime("lab.value"));

      lab.put(Resources.runtime(Lab.LAYER, "lab.other", 7));

      Await.until("the new key", () -> lab.admin().runtime("lab.other").equals("7"));
      assertEquals("", lab.admin().runtime("lab.value"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule("D-7")
  void removedLayerIsEmptiedOnDelta(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.remove(ResourceType.RUNTIME, Lab.LAYER);

      Await.until("the layer is empty", () -> lab.admin().runtime("lab.value").isEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-3", "S-4"})
  void layerWithAListIsNackedAndTheOldLayerStays(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.put(Resources.listRuntime(Lab.LAYER, "lab.value"));

      String error = lab.log().awaitNack(ResourceType.RUNTIME);

      assertTrue(error.contains("lab.value"), error);
      assertEquals("1", lab.admin().runtime("lab.value"));
    }
  }
}
