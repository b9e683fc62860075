package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** VHDS, on delta only: virtual hosts that come as resources of their own. */
@RequiresEnvoy
final class EnvoyVirtualHostTest {

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"W-5", "D-6", "D-7"})
  @Covers("VHDS")
  void hostsOfTheWildcardComeAndGo(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      // Without the filter for hosts on demand: what is not there is 404, and not asked for.
      Traffic traffic = serve(lab, lab.resources().listener("http", "routes"));
      assertEquals("for-one", body(traffic, "one.test"));

      lab.add(host("routes/two.test", "two.test", "for-two").build());
      Await.until("two is there", () -> body(traffic, "two.test").equals("for-two"));

      lab.remove(ResourceType.VIRTUAL_HOST, "routes/two.test");
      Await.until("two is gone", () -> get(traffic, "two.test").status() == 404);
      assertEquals("for-one", body(traffic, "one.test"));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-4", "D-14", "W-2"})
  @Covers("VHDS")
  void hostThatIsAskedForByItsAliasIsServedAtTheFirstRequest(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.add(
          host("routes/rare", "rare.test", "for-rare")
              .alias("routes/rare.test")
              .onDemand(true)
              .build());
      Traffic traffic = serve(lab, lab.resources().onDemandHostListener("http", "routes"));

      assertEquals("for-rare", body(traffic, "rare.test"));
      assertEquals("for-one", body(traffic, "one.test"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule("VHDS-1")
  void routesWithoutAnyHostAreInUseAtOnce(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      // ED-65: an empty response would cost its 15 s.
      lab.put(
          lab.resources().virtualHostRoutes("routes"),
          lab.resources().onDemandHostListener("http", "routes"));

      assertEquals(404, get(lab.traffic("http"), "none.test").status());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"VHDS-1", "D-8"})
  void unknownHostIs404AtOnceAndServedWhenItComes(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab, lab.resources().onDemandHostListener("http", "routes"));

      // ED-66: on anything but a resource without a body the request would hang.
      assertEquals(404, get(traffic, "rare.test").status());
      assertEquals(404, get(traffic, "rare.test:8080").status());
      lab.log().awaitRequest(ResourceType.VIRTUAL_HOST, "routes/rare.test:8080");

      lab.add(
          host("routes/rare", "rare.test", "for-rare")
              .alias("routes/rare.test")
              .onDemand(true)
              .build());
      Await.until("rare is served", () -> body(traffic, "rare.test").equals("for-rare"));
      assertEquals("for-one", body(traffic, "one.test"));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"VHDS-1", "D-7"})
  void hostOnDemandThatWasRemovedIsServedWhenItComesBack(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Resource rare =
          host("routes/rare", "rare.test", "for-rare")
              .alias("routes/rare.test")
              .onDemand(true)
              .build();
      lab.add(rare);
      Traffic traffic = serve(lab, lab.resources().onDemandHostListener("http", "routes"));
      assertEquals("for-rare", body(traffic, "rare.test"));

      lab.remove(ResourceType.VIRTUAL_HOST, "routes/rare");
      Await.until("rare is gone", () -> get(traffic, "rare.test").status() == 404);

      // ED-68: Envoy does not ask again.
      lab.add(rare);
      Await.until("rare is back", () -> body(traffic, "rare.test").equals("for-rare"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"VHDS-1", "D-5"})
  void hostsOnDemandSurviveARestartOfTheServer(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.add(
          host("routes/rare", "rare.test", "for-rare")
              .alias("routes/rare.test")
              .onDemand(true)
              .build());
      Traffic traffic = serve(lab, lab.resources().onDemandHostListener("http", "routes"));
      assertEquals("for-rare", body(traffic, "rare.test"));
      assertEquals(404, get(traffic, "none.test").status());

      // ED-69: it asks for every host that it ever asked for.
      lab.restartServer(world -> world);
      lab.log().awaitRequest(ResourceType.VIRTUAL_HOST, "routes/none.test");
      assertEquals("for-rare", body(traffic, "rare.test"));
      assertEquals(404, get(traffic, "none.test").status());
      assertEquals(404, get(traffic, "other.test").status());
      lab.add(
          host("routes/none", "none.test", "for-none")
              .alias("routes/none.test")
              .onDemand(true)
              .build());
      Await.until("none is served", () -> body(traffic, "none.test").equals("for-none"));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule("VHDS-1")
  void routesThatComeLaterHaveTheirHostsAtOnce(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      serve(lab, lab.resources().onDemandHostListener("http", "routes"));

      lab.add(host("later/two.test", "two.test", "for-two").build());
      lab.put(
          lab.resources().virtualHostRoutes("later"),
          lab.resources().onDemandHostListener("http2", "later"));

      assertEquals("for-two", body(lab.traffic("http2"), "two.test"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule("VHDS-1")
  void routesWithoutAnyHostThatComeLaterAreInUseAtOnce(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      serve(lab, lab.resources().onDemandHostListener("http", "routes"));

      lab.put(
          lab.resources().virtualHostRoutes("later"),
          lab.resources().onDemandHostListener("http2", "later"));

      assertEquals(404, get(lab.traffic("http2"), "two.test").status());
    }
  }

  private static Traffic serve(Lab lab, Listener listener) {
    lab.add(host("routes/one.test", "one.test", "for-one").build());
    lab.put(lab.resources().virtualHostRoutes("routes"), listener);
    Traffic traffic = lab.traffic("http");
    Await.until("one answers", () -> get(traffic, "one.test").status() == 200);
    return traffic;
  }

  private static Resource.Builder host(String name, String domain, String answer) {
    return Resource.builder(name, Resources.virtualHost(name, domain, answer));
  }

  private static String body(Traffic traffic, String host) {
    return get(traffic, host).body();
  }

  private static Traffic.Reply get(Traffic traffic, String host) {
    return traffic.get(Map.of("host", host));
  }
}
