package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ECDS: the configuration of an HTTP filter of a real Envoy, by the filter's name. */
@RequiresEnvoy
final class EnvoyFilterTest {

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "D-6", "ECDS-1"})
  @Covers("ECDS")
  void changedFilterConfigurationActsWithoutAnUpdateOfTheListener(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab);
      assertEquals(1, lab.admin().configDump("ecds_filters").count());
      long listenerUpdates = lab.admin().stat("listener_manager.listener_modified");

      lab.put(Resources.headerFilter("mark", "two"));

      Await.until("header is two", () -> "two".equals(traffic.get().headers().get("x-filter")));
      assertEquals(listenerUpdates, lab.admin().stat("listener_manager.listener_modified"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-12", "D-8", "D-18", "ECDS-1"})
  void listenerThatCameBeforeItsFilterConfigurationServesWhenItComes(StreamVariant variant) {
    // ED-55: told that it does not exist, an Envoy on delta would wait for ever.
    try (Lab lab = Lab.start(variant)) {
      lab.put(lab.resources().filteredListener("http", "mark"));
      lab.log().awaitRequest(ResourceType.TYPED_EXTENSION_CONFIG, "mark");

      lab.put(Resources.headerFilter("mark", "late"));

      assertEquals("late", lab.traffic("http").get().headers().get("x-filter"));
    }
  }

  /** On ADS the removal of what a listener still names waits for the bound of additions. */
  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-7", "O-4", "ECDS-1"})
  void removedFilterConfigurationAnswers500OnDelta(StreamVariant variant) {
    OrderOptions order =
        new OrderOptions(Duration.ofSeconds(2), OrderOptions.DEFAULTS.removals(), true);
    SessionOptions options = SessionOptions.defaults("test").withOrder(order);
    try (Lab lab = Lab.start(variant, builder -> builder.sessions(options))) {
      Traffic traffic = serve(lab);

      lab.remove(ResourceType.TYPED_EXTENSION_CONFIG, "mark");

      Await.until("the filter is missing", () -> traffic.get().status() == 500);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-3", "S-4"})
  void configurationOfAnUnexpectedTypeIsNackedAndTheOldOneStays(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab);

      lab.put(Resources.routerFilter("mark"));

      String error = lab.log().awaitNack(ResourceType.TYPED_EXTENSION_CONFIG);
      assertTrue(error.contains("type URL"), error);
      assertEquals("one", traffic.get().headers().get("x-filter"));
    }
  }

  private static Traffic serve(Lab lab) {
    lab.put(
        lab.resources().filteredListener("http", "mark"), Resources.headerFilter("mark", "one"));
    Traffic traffic = lab.traffic("http");
    assertEquals("one", traffic.get().headers().get("x-filter"));
    return traffic;
  }
}
