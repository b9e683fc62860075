package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SRDS: scopes of a real Envoy, each with routes of its own. */
@RequiresEnvoy
final class EnvoyScopedRoutesTest {

  @ParameterizedTest
  @EnumSource
  @Rule({"S-9", "D-6", "SRDS-1"})
  @Covers("SRDS")
  void addedScopeServesBesideTheFirst(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serveScopeA(lab);

      lab.put(
          Resources.scope("scope-b", "b", "routes-b"),
          Resources.answeringRoutes("routes-b", "for-b"));

      Await.until("scope b answers", () -> body(traffic, "b").equals("for-b"));
      // ED-60: a response with the new scope only would have deleted the first.
      assertEquals("for-a", body(traffic, "a"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-11", "D-5", "SRDS-1"})
  void listenerWithoutAnyScopeIsInUseAtOnce(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      // ED-60: without an empty response it would wait for 15 s.
      lab.put(lab.resources().scopedListener("http"));

      assertEquals(404, get(lab.traffic("http"), "a").status());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "S-9", "D-6"})
  void changedScopeServesOtherRoutes(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serveScopeA(lab);

      lab.put(
          Resources.answeringRoutes("routes-c", "for-c"),
          Resources.scope("scope-a", "a", "routes-c"));

      Await.until("the other routes answer", () -> body(traffic, "a").equals("for-c"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-9", "D-7"})
  @Covers("SRDS")
  void removedScopeAnswers404AndTheOtherGoesOn(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.put(
          Resources.scope("scope-b", "b", "routes-b"),
          Resources.answeringRoutes("routes-b", "for-b"));
      Traffic traffic = serveScopeA(lab);
      Await.until("scope b answers", () -> body(traffic, "b").equals("for-b"));

      lab.remove(ResourceType.SCOPED_ROUTE_CONFIGURATION, "scope-b");

      Await.until("scope b is gone", () -> get(traffic, "b").status() == 404);
      assertEquals("for-a", body(traffic, "a"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-9", "D-7"})
  void removalOfTheLastScopeActs(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serveScopeA(lab);

      lab.remove(ResourceType.SCOPED_ROUTE_CONFIGURATION, "scope-a");

      Await.until("scope a is gone", () -> get(traffic, "a").status() == 404);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-3", "S-4", "SRDS-1"})
  void secondScopeWithTheSameKeyIsNackedAndTheFirstGoesOn(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serveScopeA(lab);

      lab.put(Resources.scope("scope-z", "a", "routes-a"));

      String error = lab.log().awaitNack(ResourceType.SCOPED_ROUTE_CONFIGURATION);
      assertTrue(error.contains("scope key conflict"), error);
      assertEquals("for-a", body(traffic, "a"));
    }
  }

  private static Traffic serveScopeA(Lab lab) {
    lab.put(
        lab.resources().scopedListener("http"),
        Resources.scope("scope-a", "a", "routes-a"),
        Resources.answeringRoutes("routes-a", "for-a"));
    Traffic traffic = lab.traffic("http");
    Await.until("scope a answers", () -> body(traffic, "a").equals("for-a"));
    return traffic;
  }

  private static String body(Traffic traffic, String scope) {
    return get(traffic, scope).body();
  }

  private static Traffic.Reply get(Traffic traffic, String scope) {
    return traffic.get(Map.of("x-scope", scope));
  }
}
