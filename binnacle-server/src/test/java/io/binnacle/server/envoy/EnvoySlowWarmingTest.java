package io.binnacle.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Durations;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.HealthCheck;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clusters of a real Envoy that are in use 1.5 s after they came, when their first health check has
 * timed out (ED-29), and are edited again and again in less than that: routes to them follow all
 * the same, and no request fails.
 */
@RequiresEnvoy
@Rule({"O-2", "O-12"})
final class EnvoySlowWarmingTest {

  private static final String WARMS_FOR = "1.5s";

  /** Of the routes; an Envoy that never gets warm gets them after 20 s (O-4). */
  private static final Duration SOON = Duration.ofSeconds(12);

  /** Answers between two edits, a few hundred milliseconds. */
  private static final int BETWEEN_EDITS = 20;

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  void routesToAClusterThatIsEditedWhileItWarmsFollow(StreamVariant variant) throws IOException {
    try (Backend blue = Backend.start("blue");
        Backend green = Backend.start("green");
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Lab lab = Lab.start(variant)) {
      lab.put(
          lab.resources().listener("http", "routes"),
          Resources.routes("routes", "old"),
          lab.resources().edsCluster("old"),
          Resources.assignment("old", blue.port()));
      Traffic traffic = lab.traffic("http");
      Await.until("traffic flows", () -> traffic.get().status() == 200);
      SteadyLoad load = SteadyLoad.start(lab.envoy().listenerPort("http"));

      lab.put(
          checked(lab.resources(), "new", 0),
          checkedElsewhere("new", green.port(), silent.getLocalPort()),
          Resources.routes("routes", "new"));
      Editor editor = new Editor(lab, load);
      Await.until(
          "the routes name the new cluster",
          SOON,
          () -> {
            editor.edit("new");
            return traffic.get().body();
          },
          "green"::equals);
      for (int i = 0; i < 10; i++) {
        editor.edit("new");
      }

      assertThat(load.stop()).containsOnlyKeys("200");
      assertThat(lab.log().nacks()).isEmpty();
    }
  }

  /** Edits in the pace of the load. */
  private static final class Editor {
    private final Lab lab;
    private final SteadyLoad load;
    private int edits;

    Editor(Lab lab, SteadyLoad load) {
      this.lab = lab;
      this.load = load;
    }

    void edit(String cluster) {
      lab.put(checked(lab.resources(), cluster, ++edits));
      long before = load.answered();
      Await.until("traffic goes on", () -> load.answered() > before + BETWEEN_EDITS);
    }
  }

  private static Cluster checked(Resources resources, String name, int edit) {
    HealthCheck check =
        YamlMessages.parse(
            ("{timeout: %s, interval: 600s, unhealthy_threshold: 1, healthy_threshold: 1,"
                    + " tcp_health_check: {send: {text: '00'}, receive: [{text: '00'}]}}")
                .formatted(WARMS_FOR),
            HealthCheck.newBuilder());
    return resources.edsCluster(name).toBuilder()
        .setConnectTimeout(Durations.fromMillis(1_000 + edit))
        .addHealthChecks(check)
        .build();
  }

  /** Where checks go to a port that accepts and says nothing; without a good host all are used. */
  private static ClusterLoadAssignment checkedElsewhere(String name, int port, int checkPort) {
    ClusterLoadAssignment.Builder assignment = Resources.assignment(name, port).toBuilder();
    assignment
        .getEndpointsBuilder(0)
        .getLbEndpointsBuilder(0)
        .getEndpointBuilder()
        .getHealthCheckConfigBuilder()
        .setPortValue(checkPort);
    return assignment.build();
  }
}
