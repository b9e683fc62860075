package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.Resources.scope;
import static io.binnacle.core.Resources.virtualHost;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SCOPED_ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Make before break for a client that was here before, and uses what only itself knows. */
class OrderReconnectTest {

  @Test
  @Rule({"O-5", "O-11"})
  void routesThatAClientListsWaitForARefusedCluster() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "new"), cluster("new", "bad"));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.request(LISTENER).holds(LISTENER, "l").send();
    stream.request(ROUTE_CONFIGURATION).subscribe("r").holds("r", "1").send();

    stream.nack(stream.next(CLUSTER));
    stream.silent();
    stream.advance(Duration.ofHours(1));

    stream.silent();
  }

  @Test
  @Rule({"O-5", "O-11"})
  void routesThatAClientNamesWithAVersionWaitForARefusedCluster() {
    SotwStream stream =
        SotwStream.ads(SotwStream.ENVOY).publish(route("r", "new"), cluster("new", "bad"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo("1"));
    stream.send(SotwStream.request(ROUTE_CONFIGURATION, "r").setVersionInfo("1"));

    stream.nack(stream.one(), "1");
    stream.silent();
    stream.advance(Duration.ofHours(1));

    stream.silent();
  }

  @Test
  @Rule({"O-9", "O-10"})
  void whileAClientNamesRoutesThatAreGoneTheClustersThatItBroughtStay() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "c"), cluster("c"));
    stream.request(CLUSTER).holds(CLUSTER, "c").holds("old", "1").send();
    stream.request(LISTENER).holds(LISTENER, "l").send();
    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("gone", "r")
        .holds(ROUTE_CONFIGURATION, "r")
        .holds("gone", "1")
        .send();
    stream.silent();
    stream.advance(Duration.ofMinutes(1));
    stream.silent();

    stream.unsubscribe(ROUTE_CONFIGURATION, "gone");

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  @Test
  @Rule({"O-9", "O-10"})
  void clustersStayWhileAListenerDrainsWhoseFormerContentOnlyTheClientKnows() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(inlineListener("l", "static"));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.request(LISTENER).holds("l", "1").send();
    stream.ack(stream.next(LISTENER));
    stream.advance(Duration.ofMinutes(1));
    stream.silent();

    stream.advance(OrderOptions.DEFAULTS.removals());

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  /**
   * A stream on which an Envoy comes back with a cluster that is gone and with a listener whose
   * former content nobody knows; so the cluster is kept, unless its time is over.
   */
  private static DeltaStream comesBack(NodeMemory memory, Duration after) {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY, DeltaStream.OPTIONS, memory)
            .advance(after)
            .publish(inlineListener("l", "static" + after));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.request(LISTENER).holds("l", "1").send();
    stream.ack(stream.next(LISTENER));
    return stream.advance(Duration.ofSeconds(3)); // it does not ask for routes
  }

  /** Break: {@code Draining.until} gives {@code unknown} without asking the memory. */
  @Test
  @Rule("O-9")
  void clientThatReconnectsFiftyTimesKeepsWhatIsGoneNoLongerThanOneThatStays() {
    NodeMemory memory = new NodesInMemory();
    Duration bound = OrderOptions.DEFAULTS.removals();
    Duration every = bound.dividedBy(40);
    for (int i = 0; i < 40; i++) {
      comesBack(memory, every.multipliedBy(i)).silent();
    }
    for (int i = 40; i < 50; i++) {
      DeltaStream stream = comesBack(memory, every.multipliedBy(i));

      assertThat(stream.next(CLUSTER).removed()).as("reconnect %s", i).containsExactly("old");
    }
  }

  /**
   * Break: {@code Draining.until} asks the memory, and {@code AdsSequencer} does not look again.
   */
  @Test
  @Rule("O-9")
  void timeThatAnEarlierStreamSetEndsOnALaterOne() {
    NodeMemory memory = new NodesInMemory();
    comesBack(memory, Duration.ZERO).silent();
    DeltaStream stream = comesBack(memory, Duration.ofMinutes(10));
    stream.silent();

    stream.advance(Duration.ofMinutes(5));

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  /** Break: {@code Draining.forget} does not call {@code areBack}. */
  @Test
  @Rule("O-9")
  void clusterThatExistedAgainHasAllOfItsTimeWhenItGoesAgain() {
    NodeMemory memory = new NodesInMemory();
    DeltaStream stream = comesBack(memory, Duration.ZERO);
    stream.silent();
    stream.put(cluster("old"));
    stream.acked();

    DeltaStream later = comesBack(memory, Duration.ofMinutes(20));
    later.silent();
    later.advance(OrderOptions.DEFAULTS.removals());

    assertThat(later.next(CLUSTER).removed()).containsExactly("old");
  }

  @Test
  @Rule({"O-9", "O-10"})
  void clusterThatTheClientBroughtStaysWhileAListenerDrainsThatNamedIt() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(inlineListener("l", "old"), cluster("old"));
    stream.request(LISTENER).holds(LISTENER, "l").send();
    stream.silent();
    stream.publish(inlineListener("l", "new"), cluster("new"));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.acked();
    stream.ack(stream.next(LISTENER));
    stream.advance(Duration.ofMinutes(1));
    stream.silent();

    stream.advance(OrderOptions.DEFAULTS.removals());

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }

  @Test
  @Rule("O-9")
  void routesOfAListenerThatIsGoneStayThoughTheyAreRemovedLater() {
    SotwStream stream =
        SotwStream.ads(SotwStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "old"), cluster("old"));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(LISTENER);
    stream.settle();
    stream.ask(ROUTE_CONFIGURATION, "r");
    DiscoveryResponse routes = stream.one();
    stream.ack(routes, "r");
    stream.publish(route("r", "old"), cluster("old")).settle();

    stream.publish(route("other", "old")).silent();
    stream.ack(routes);

    assertThat(SotwStream.names(stream.one())).isEmpty();
  }

  @Test
  @Rule({"O-4", "O-9"})
  void boundOfDrainingCountsFromItsBegin() {
    SotwStream stream =
        SotwStream.ads(SotwStream.ENVOY)
            .publish(inlineListener("in", "old"), cluster("old"), cluster("new"));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(LISTENER);
    stream.settle();
    stream.publish(inlineListener("in", "new"), cluster("new")).settle();
    Duration third = OrderOptions.DEFAULTS.removals().dividedBy(3);

    stream.advance(third).silent();
    stream.advance(third);
    stream.ask(ResourceType.SECRET, "any");
    stream.silent();
    stream.advance(third);

    assertThat(SotwStream.names(stream.one())).containsExactly("new");
  }

  @Test
  @Rule({"O-2", "O-6"})
  void routesThatAreNamedAnewDoNotComeWithClustersThatAreGone() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "old"), cluster("old"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();
    stream.unsubscribe(ROUTE_CONFIGURATION, "r");
    stream.publish(routedListener("l", "r", "1"), route("r", "new"), cluster("new"));
    DeltaReply clusters = stream.next(CLUSTER);
    assertThat(clusters.removed()).containsExactly("old");

    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.silent();
    stream.ack(clusters);

    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
  }

  @Test
  @Rule({"O-2", "O-11"})
  void routesThatAreNamedAnewDoNotComeWithClustersWhoseAssignmentIsGone() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "old"), cluster("old"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();
    stream.unsubscribe(ROUTE_CONFIGURATION, "r");
    stream.put(edsCluster("old", "nowhere", "1"));
    DeltaReply changed = stream.next(CLUSTER);
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "nowhere");
    assertThat(stream.acked().removed()).containsExactly("nowhere");
    stream.ack(changed);
    stream.put(route("r", "new"), cluster("new"));
    DeltaReply added = stream.next(CLUSTER);

    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.silent();
    stream.ack(added);

    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
  }

  /** They may still name it. Break: {@code Reconnect} awaits listeners and routes only. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule({"O-3", "O-10"})
  void clusterThatIsGoneStaysUntilScopesAndHostsAreAskedForAgain(boolean asked) {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                routedListener("l", "r", "1"),
                route("r", "c"),
                scope("s", "r"),
                virtualHost("r/a", "r/a.test", "c"),
                cluster("c"));
    stream.request(CLUSTER).holds(CLUSTER, "c").holds("old", "1").send();
    stream.request(LISTENER).holds(LISTENER, "l").send();
    stream.request(ROUTE_CONFIGURATION).subscribe("r").holds(ROUTE_CONFIGURATION, "r").send();
    stream.silent();

    if (asked) {
      stream.request(SCOPED_ROUTE_CONFIGURATION).holds(SCOPED_ROUTE_CONFIGURATION, "s").send();
      stream.silent();
      stream.request(VIRTUAL_HOST).holds("r/a", "before").send();
      DeltaReply hosts = stream.next(VIRTUAL_HOST);
      stream.silent();
      stream.ack(hosts);
    } else {
      stream.advance(Duration.ofSeconds(2));
    }

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
  }
}
