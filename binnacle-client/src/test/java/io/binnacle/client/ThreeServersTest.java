package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fallback to the second and to the third server, and the ways back (C-14). */
class ThreeServersTest {

  private final List<ServerLab> labs = Stream.generate(ServerLab::new).limit(3).toList();

  @AfterEach
  void close() {
    labs.forEach(ServerLab::close);
  }

  private XdsClient client(Way way) {
    XdsClientBuilder builder = labs.get(0).builder();
    labs.forEach(lab -> builder.server(way.to(lab.port())));
    return labs.get(0).keep(builder.build());
  }

  /** Which servers have a stream, counted from 1. */
  private List<Integer> talksTo() {
    return Stream.of(1, 2, 3)
        .filter(place -> !labs.get(place - 1).server().status().streams().join().isEmpty())
        .toList();
  }

  private static int nextValue(Seen<Cluster> seen) {
    ResourceEvent<Cluster> next = seen.next();
    while (!(next instanceof ResourceEvent.Updated<Cluster> updated)) {
      assertThat(next)
          .as("nothing takes it away")
          .isInstanceOfAny(ResourceEvent.AmbientError.class, ResourceEvent.Recovered.class);
      next = seen.next();
    }
    return millis(((ResourceEvent.Updated<Cluster>) next).value());
  }

  // Break: let SourceChain.answered close nothing.
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_SOTW"})
  @Rule("C-14")
  void theThirdServesUntilOneInFrontOfItAnswersAndTheFirstEndsAll(Way way) {
    for (int i = 0; i < 3; i++) {
      labs.get(i).publish(cluster("a", i + 1));
    }
    labs.get(0).stop();
    labs.get(1).stop();
    Seen<Cluster> seen = new Seen<>();
    client(way).watch(ResourceKind.CLUSTER, "a", seen);
    assertThat(nextValue(seen)).as("of the third server").isEqualTo(3);

    labs.get(1).start();
    assertThat(nextValue(seen)).as("of the second").isEqualTo(2);
    ServerLab.awaitTrue(() -> talksTo().equals(List.of(2)));

    labs.get(0).start();
    assertThat(nextValue(seen)).as("of the first").isEqualTo(1);
    ServerLab.awaitTrue(() -> talksTo().equals(List.of(1)));
  }

  // Break: let Watchers.cutOff fail what is in use.
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule("C-14")
  void whatAServerGaveStaysInUseUntilAnotherOneHasAnswered(Way way) {
    labs.get(2).publish(cluster("a", 3));
    labs.get(0).stop();
    labs.get(1).stop();
    Seen<Cluster> seen = new Seen<>();
    XdsClient client = client(way);
    client.watch(ResourceKind.CLUSTER, "a", seen);
    assertThat(nextValue(seen)).isEqualTo(3);

    labs.get(2).stop();
    assertThat(seen.next()).isInstanceOf(ResourceEvent.AmbientError.class);
    Seen<Cluster> late = new Seen<>();
    client.watch(ResourceKind.CLUSTER, "a", late);
    assertThat(millis(late.value())).as("with all servers away").isEqualTo(3);

    labs.get(0).publish(cluster("a", 1));
    labs.get(0).start();
    assertThat(nextValue(seen)).isEqualTo(1);
    assertThat(nextValue(late)).isEqualTo(1);
  }
}
