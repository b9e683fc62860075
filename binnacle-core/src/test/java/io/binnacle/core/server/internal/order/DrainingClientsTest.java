package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.harness.ViewsInMemory;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is kept for connections that drain is kept for clients that have such connections: for all
 * but those of gRPC and our own, since an Envoy can have any user agent name.
 */
class DrainingClientsTest {

  private static DeltaStream stream(String userAgent) {
    return DeltaStream.ads(Node.newBuilder().setId("node").setUserAgentName(userAgent).build());
  }

  /**
   * A client that has a listener, its routes and their cluster, and accepts that the first goes.
   */
  private static DeltaStream withoutItsListener(String userAgent) {
    DeltaStream stream =
        stream(userAgent).publish(routedListener("l", "r", "1"), route("r", "old"), cluster("old"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();
    stream.publish();
    DeltaReply listeners = stream.next(LISTENER);
    assertThat(listeners.removed()).containsExactly("l");
    stream.silent();
    stream.ack(listeners);
    return stream;
  }

  /** Break: {@code Client.drains} is true for all. */
  @ParameterizedTest
  @ValueSource(strings = {"binnacle-client", "gRPC Go"})
  @Rule({"O-3", "O-9", "D-7"})
  void clientThatDoesNotDrainHearsOfGoneRoutesWhenItHasDroppedTheListener(String userAgent) {
    DeltaStream stream = withoutItsListener(userAgent);

    assertThat(stream.acked().removed()).containsExactly("r");
    assertThat(stream.acked().removed()).containsExactly("old");
  }

  /** Break: {@code Client.drains} is true for {@code envoy} only. */
  @ParameterizedTest
  @ValueSource(strings = {"", "envoy", "a mesh's own"})
  @Rule({"O-3", "O-9"})
  void routesStayWithAnyOtherClientUntilItUnsubscribes(String userAgent) {
    DeltaStream stream = withoutItsListener(userAgent);
    stream.silent();

    stream.unsubscribe(ROUTE_CONFIGURATION, "r");

    assertThat(stream.acked().removed()).containsExactly("old");
  }

  /** Break: {@code Removals.usesUntilUnsubscribed} is true for {@code DRAINED}. */
  @Test
  @Rule({"O-3", "O-9", "D-7"})
  void routesThatNoListenerNamedAreGoneAtOnceForOneThatDoesNotDrain() {
    DeltaStream stream = stream("binnacle-client").publish(route("r", "static"));
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();

    stream.publish();

    assertThat(stream.next(ROUTE_CONFIGURATION).removed()).containsExactly("r");
  }

  /** A client that comes back with a cluster and with routes that are gone, in two seconds. */
  private static DeltaStream back(String userAgent) {
    DeltaStream stream = stream(userAgent).publish(inlineListener("l", "static"));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.request(LISTENER).holds("l", "1").send();
    stream.request(ROUTE_CONFIGURATION).subscribe("gone").holds("gone", "1").send();
    stream.ack(stream.next(LISTENER));
    if (!userAgent.equals("envoy")) { // D-18
      assertThat(stream.acked().removed()).containsExactly("gone");
    }
    return stream.advance(Duration.ofSeconds(3));
  }

  /** Break: {@code AdsSequencer.onStep} does not ask whether it drains. */
  @ParameterizedTest
  @ValueSource(strings = {"binnacle-client", "gRPC Go"})
  @Rule({"O-9", "O-10", "D-5"})
  void clusterThatIsGoneGoesWhenOneThatDoesNotDrainIsBack(String userAgent) {
    DeltaStream stream = back(userAgent);

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  /** Break: {@code Client.drains} is true for {@code envoy} only. */
  @ParameterizedTest
  @ValueSource(strings = {"", "envoy", "a mesh's own"})
  @Rule({"O-9", "O-10"})
  void clusterThatIsGoneStaysForConnectionsOfAnyOther(String userAgent) {
    DeltaStream stream = back(userAgent);
    stream.silent();

    stream.advance(OrderOptions.DEFAULTS.removals());

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  /** As {@link #back}, in SotW, where nobody says that routes are gone. */
  private static SotwStream backInSotw(String userAgent) {
    Node node = Node.newBuilder().setId("node").setUserAgentName(userAgent).build();
    ViewsInMemory history = new ViewsInMemory();
    SotwStream before = SotwStream.knowing(history, node).publish(cluster("c"), cluster("old"));
    before.ask(CLUSTER);
    String version = before.one().getVersionInfo();
    SotwStream stream = SotwStream.knowing(history, node).publish(cluster("c"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo(version));
    stream.send(SotwStream.request(ROUTE_CONFIGURATION, "gone").setVersionInfo("1"));
    stream.silent();
    return stream.advance(Duration.ofSeconds(3));
  }

  /** Break: {@code Reconnect.usesUnknownRoutes} does not ask whether it drains. */
  @ParameterizedTest
  @ValueSource(strings = {"binnacle-client", "gRPC Go"})
  @Rule({"O-9", "O-10"})
  void routesThatAreGoneKeepNoClusterOfOneThatDoesNotDrain(String userAgent) {
    assertThat(SotwStream.names(backInSotw(userAgent).one())).containsExactly("c");
  }

  /** Break: {@code Client.drains} is true for {@code envoy} only. */
  @ParameterizedTest
  @ValueSource(strings = {"", "envoy", "a mesh's own"})
  @Rule({"O-9", "O-10"})
  void routesThatAreGoneKeepTheClustersOfAnyOther(String userAgent) {
    SotwStream stream = backInSotw(userAgent);
    stream.silent();

    stream.advance(OrderOptions.DEFAULTS.removals());

    assertThat(SotwStream.names(stream.one())).containsExactly("c");
  }
}
