package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real Envoy under traffic whose node moves to another group and back, on its living streams. */
@RequiresEnvoy
final class EnvoyGroupMoveTest {

  @ParameterizedTest
  @EnumSource
  @Rule({"N-3", "D-6", "S-7"})
  void movedNodeGetsWhatDiffersAndNothingWarmsThatIsTheSame(StreamVariant variant) {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("one"));
    ServerLog log = new ServerLog();
    try (Backend blue = Backend.start("blue");
        Backend green = Backend.start("green")) {
      publish(catalog, variant, "one", "blue", blue.port());
      publish(catalog, variant, "two", "green", green.port());
      XdsServer server =
          XdsServer.builder(catalog)
              .listen("127.0.0.1", 0)
              .listener(new ServerRecorder(log))
              .build()
              .start();
      try (EnvoyProcess envoy = EnvoyProcess.start(variant.bootstrap(server.port()))) {
        envoy.awaitLive();
        Traffic traffic = Traffic.plain(envoy.listenerPort("http"));
        Await.until("blue answers", () -> traffic.get().body().equals("blue"));
        Load load = variant.name().startsWith("ADS") ? Load.start(traffic) : null;

        catalog.assigner(NodeAssigner.everyNodeGets("two"));
        Await.until("green answers", () -> traffic.get().body().equals("green"));
        catalog.assigner(NodeAssigner.everyNodeGets("one"));
        Await.until("blue is back", () -> traffic.get().body().equals("blue"));

        if (load != null) {
          // O-7: without ADS nothing orders the types
          assertEquals(Set.of(200), load.stop().keySet());
        }
        assertEquals(1, sent(log, ResourceType.LISTENER, "http"));
        assertEquals(1, sent(log, ResourceType.CLUSTER_LOAD_ASSIGNMENT, "same"));
        assertEquals(0, envoy.admin().stat("listener_manager.listener_modified"));
        assertEquals(0, envoy.admin().statSum("cluster.*.init_fetch_timeout"));
        assertEquals(List.of(), log.nacks());
      } finally {
        server.close(Duration.ZERO);
      }
    }
  }

  private static void publish(
      Catalog catalog, StreamVariant variant, String group, String color, int port) {
    Resources resources = variant.resources();
    catalog.publish(
        group,
        Lab.firstWorld()
            .put(
                resources.listener("http", "routes"),
                Resources.routes("routes", color),
                resources.edsCluster("same"),
                Resources.assignment("same", 9),
                resources.edsCluster(color),
                Resources.assignment(color, port))
            .snapshot());
  }

  private static long sent(ServerLog log, ResourceType type, String name) {
    return log.sent().stream()
        .filter(response -> response.type().equals(type))
        .flatMap(response -> response.names().stream())
        .filter(name::equals)
        .count();
  }
}
