package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.extendedListener;
import static io.binnacle.core.Resources.extension;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.Resources.virtualHost;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.TYPED_EXTENSION_CONFIG;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Make before break on an incremental ADS stream, message by message. */
class DeltaOrderTest {

  private static DeltaStream envoyAtOld() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                routedListener("l", "r", "1"),
                route("r", "old"),
                edsCluster("old", "1"),
                assignment("old", 1));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "old");
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();
    return stream;
  }

  @Test
  @Rule({"O-1", "O-2", "O-3", "O-8"})
  void routeMovesWhenItsClusterIsInUseAndTheOldOneGoesWhenTheRouteIs() {
    DeltaStream stream = envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("new", "1"),
        assignment("new", 2));

    DeltaReply added = stream.next(CLUSTER);
    assertThat(added.names()).containsExactly("new");
    assertThat(added.removed()).isEmpty();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "new");
    stream.ack(stream.next(CLUSTER_LOAD_ASSIGNMENT));
    stream.silent();
    stream.ack(added);
    DeltaReply routes = stream.next(ROUTE_CONFIGURATION);
    stream.silent();
    stream.ack(routes);
    DeltaReply removed = stream.next(CLUSTER);
    assertThat(removed.removed()).containsExactly("old");
    stream.silent();
    stream.ack(removed);
    assertThat(stream.next(CLUSTER_LOAD_ASSIGNMENT).removed()).containsExactly("old");
    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
  }

  @Test
  @Rule({"O-2", "D-4"})
  void routesThatAreAskedForAndHeldBackAreNotSaidToBeMissing() {
    DeltaStream stream =
        DeltaStream.ads().publish(route("r", "c"), edsCluster("c", "1"), assignment("c", 1));
    stream.wildcard(CLUSTER);
    DeltaReply clusters = stream.next(CLUSTER);

    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.silent();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "c");
    stream.ack(stream.next(CLUSTER_LOAD_ASSIGNMENT));
    stream.ack(clusters);

    DeltaReply routes = stream.next(ROUTE_CONFIGURATION);
    assertThat(routes.names()).containsExactly("r");
    assertThat(routes.removed()).isEmpty();
    stream.ack(routes);
    stream.silent();
  }

  @Test
  @Rule({"O-2", "D-4"})
  void routesThatVanishWhileTheyAreHeldBackAreSaidToBeMissing() {
    DeltaStream stream = DeltaStream.ads().publish(route("r", "c"), cluster("c"));
    stream.wildcard(CLUSTER);
    stream.next(CLUSTER);
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.silent();

    stream.publish(cluster("c"));

    assertThat(stream.next(ROUTE_CONFIGURATION).removed()).containsExactly("r");
  }

  @Test
  @Rule("O-5")
  void refusedClusterHoldsItsRoutesBackUntilItIsCorrected() {
    DeltaStream stream = envoyAtOld();
    stream.put(route("r", "new"), cluster("new", "bad"));
    stream.nack(stream.next(CLUSTER));
    stream.advance(Duration.ofHours(1));
    stream.silent();

    stream.put(cluster("new", "good"));
    stream.acked();

    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
  }

  @Test
  @Rule({"O-3", "D-18", "ECDS-1"})
  void filterConfigurationStaysUntilItIsUnsubscribed() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(extendedListener("l", "x"), extension("x"));
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(TYPED_EXTENSION_CONFIG, "x");
    stream.acked();
    stream.publish(routedListener("l", "r", "1"));
    stream.ack(stream.next(LISTENER));
    stream.silent();

    stream.unsubscribe(TYPED_EXTENSION_CONFIG, "x");

    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
  }

  /** Break: {@code Removals} takes the type for a user of itself. */
  @Test
  @Rule({"O-3", "D-7"})
  void filterConfigurationOfAClientThatAsksForNothingElseIsRemovedAtOnce() {
    DeltaStream stream = DeltaStream.ads().publish(extension("x"), extension("y"));
    stream.subscribe(TYPED_EXTENSION_CONFIG, "x", "y");
    stream.acked();

    stream.publish(extension("y"));

    assertThat(stream.next(TYPED_EXTENSION_CONFIG).removed()).containsExactly("x");
    assertThat(stream.session().holds()).isEmpty();
  }

  /** Break: a request of the type for something else counts as a user that is not answered yet. */
  @Test
  @Rule({"O-3", "D-7"})
  void whatIsAskedForBesideARemovedFilterConfigurationDoesNotKeepIt() {
    DeltaStream stream = DeltaStream.ads().publish(extension("x"), extension("y"));
    stream.subscribe(TYPED_EXTENSION_CONFIG, "x");
    stream.acked();

    stream.publish(extension("y"));
    stream.subscribe(TYPED_EXTENSION_CONFIG, "y");

    DeltaReply reply = stream.next(TYPED_EXTENSION_CONFIG);
    assertThat(reply.names()).containsExactly("y");
    assertThat(reply.removed()).containsExactly("x");
  }

  @Test
  @Rule("O-10")
  void changeThatWasPublishedWhileTheClientWasAwayIsATransition() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                routedListener("l", "r", "1"),
                route("r", "new"),
                edsCluster("new", "1"),
                assignment("new", 2));
    stream.request(CLUSTER).holds("old", "1").send();
    stream.request(CLUSTER_LOAD_ASSIGNMENT).subscribe("old").holds("old", "1").send();
    stream.request(LISTENER).holds(LISTENER, "l").send();
    stream.request(ROUTE_CONFIGURATION).subscribe("r").holds("r", "1").send();

    DeltaReply added = stream.next(CLUSTER);
    assertThat(added.names()).containsExactly("new");
    assertThat(added.removed()).isEmpty();
    stream.silent();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "new");
    stream.ack(stream.next(CLUSTER_LOAD_ASSIGNMENT));
    stream.ack(added);
    DeltaReply routes = stream.next(ROUTE_CONFIGURATION);
    stream.silent();
    stream.ack(routes);

    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
    assertThat(stream.next(CLUSTER_LOAD_ASSIGNMENT).removed()).containsExactly("old");
    stream.silent();
  }

  @Test
  @Rule("O-10")
  void removalsWaitTwoSecondsWhereNothingElseIsAskedFor() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(cluster("a"));
    stream.request(CLUSTER).holds(CLUSTER, "a").holds("gone", "1").send();
    stream.silent();
    assertThat(stream.session().nextDeadline()).isEqualTo(stream.now() + 2_000_000_000L);

    stream.advance(Duration.ofSeconds(2));

    assertThat(stream.next(CLUSTER).removed()).containsExactly("gone");
  }

  @Test
  @Rule("O-11")
  void listenerThatChangesToRoutesWhichAreHeldBackKeepsItsFormerContent() {
    DeltaStream stream = envoyAtOld();
    stream.put(routedListener("l", "r2", "2"), route("r2", "new"), cluster("new"));
    DeltaReply clusters = stream.next(CLUSTER);
    stream.silent();

    stream.ack(clusters);

    assertThat(stream.next(LISTENER).names()).containsExactly("l");
  }

  @Test
  @Rule({"O-11", "O-5"})
  void listenerThatChangesToRoutesWhoseClusterWasRefusedKeepsItsFormerContent() {
    DeltaStream stream = envoyAtOld();
    stream.put(routedListener("l", "r2", "2"), route("r2", "new"), cluster("new", "bad"));
    stream.nack(stream.next(CLUSTER));
    stream.advance(Duration.ofHours(1));
    stream.silent();

    stream.put(cluster("new", "good"));
    stream.acked();

    assertThat(stream.next(LISTENER).names()).containsExactly("l");
  }

  /** A virtual host of its own names clusters as a route configuration does. */
  @Test
  @Rule("O-2")
  void virtualHostWaitsForItsCluster() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(cluster("old"));
    stream.wildcard(CLUSTER);
    stream.acked();
    Resource host = virtualHost("r/h", "h", "new");
    stream.subscribe(ResourceType.VIRTUAL_HOST, "r/h");
    stream.put(host, cluster("new"));

    DeltaReply clusters = stream.next(CLUSTER);
    stream.silent();
    stream.ack(clusters);

    assertThat(stream.next(ResourceType.VIRTUAL_HOST).names()).containsExactly("r/h");
  }

  /** A name that is unsubscribed and named again meanwhile: the client uses what was on its way. */
  @Test
  @Rule({"O-3", "O-9"})
  void clusterOfRoutesThatWereOnTheirWayWhenTheyWereNamedAgainStays() {
    DeltaStream stream = envoyAtOld();
    stream.put(route("r", "new"), cluster("new", "1"));
    stream.acked();
    DeltaReply routes = stream.next(ROUTE_CONFIGURATION);
    stream.unsubscribe(ROUTE_CONFIGURATION, "r");
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.put(cluster("new", "2"));
    DeltaReply changed = stream.next(CLUSTER);
    stream.publish(
        routedListener("l", "r2", "1"),
        route("r2", "old"),
        edsCluster("old", "1"),
        assignment("old", 1));
    DeltaReply listeners = stream.next(LISTENER);
    stream.ack(routes);
    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
    stream.ack(listeners);
    stream.ack(changed);

    stream.silent();
  }
}
