package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.harness.ViewsInMemory;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** O-10: what a SotW client finds changed when it comes back is a transition like any other. */
class SotwReconnectTest {

  @Test
  @Rule("O-10")
  void clientThatComesBackWithAKnownVersionKeepsWhatItsRoutesMayName() {
    ViewsInMemory history = new ViewsInMemory();
    SotwStream before =
        SotwStream.knowing(history, ENVOY).publish(route("r", "old"), cluster("old"));
    before.ask(CLUSTER);
    String version = before.one().getVersionInfo();

    SotwStream stream =
        SotwStream.knowing(history, ENVOY).publish(route("r", "new"), cluster("new"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo(version));
    stream.send(SotwStream.request(ROUTE_CONFIGURATION, "r").setVersionInfo("2"));
    DiscoveryResponse clusters = stream.one();
    assertThat(names(clusters)).containsExactly("new", "old");
    stream.ack(clusters);
    DiscoveryResponse routes = stream.one();
    stream.ack(routes, "r");
    stream.silent(); // listeners may still be asked for
    stream.advance(Duration.ofSeconds(2));

    assertThat(names(stream.one())).containsExactly("new");
  }

  @Test
  @Rule("O-10")
  void whatCannotBeKnownIsReplacedAtOnce() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("new"));

    stream.send(SotwStream.request(CLUSTER).setVersionInfo("of another world"));

    assertThat(names(stream.one())).containsExactly("new");
  }

  /** ED-44: its version does not tell what it uses. Break: {@code Additions.mayHoldUntold}. */
  @Test
  @Rule({"O-6", "O-10"})
  void whatAClientRefusedBeforeItCameBackIsNotLeftOutWhileItIsHeldBack() {
    ViewsInMemory history = new ViewsInMemory();
    NodesInMemory memory = new NodesInMemory();
    SotwStream before = stream(history, memory).publish(inlineListener("l", "none"));
    before.ask(LISTENER);
    DiscoveryResponse accepted = before.one();
    before.ack(accepted);
    before.publish(inlineListener("l", "none"), inlineListener("n", "bad"));
    before.nack(before.one(), accepted.getVersionInfo());

    SotwStream stream = stream(history, memory);
    stream.publish(inlineListener("l", "none"), inlineListener("n", "new"), cluster("new"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo("1"));
    stream.send(SotwStream.request(LISTENER).setVersionInfo(accepted.getVersionInfo()));

    stream.ack(stream.one(CLUSTER));
    assertThat(names(stream.one(LISTENER))).containsExactly("l", "n");
  }

  private static SotwStream stream(ViewHistory history, NodeMemory memory) {
    return new SotwStream(null, ENVOY, SotwStream.options(), new KeepingShared(), memory, history);
  }
}
