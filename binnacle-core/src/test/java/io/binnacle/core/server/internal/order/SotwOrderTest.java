package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.extendedListener;
import static io.binnacle.core.Resources.extension;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.TYPED_EXTENSION_CONFIG;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.Message;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Make before break on an ADS stream of the state of the world, message by message. */
public class SotwOrderTest {

  private static final Duration ADDITIONS = OrderOptions.DEFAULTS.additions();
  private static final Duration REMOVALS = OrderOptions.DEFAULTS.removals();

  /** An Envoy that uses these: route {@code r}, its cluster {@code old} with an assignment. */
  public static SotwStream envoyAtOld() {
    SotwStream stream =
        SotwStream.ads(ENVOY)
            .publish(
                routedListener("l", "r", "1"),
                route("r", "old"),
                edsCluster("old", "1"),
                assignment("old", 1));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "old");
    stream.settle("old");
    stream.ask(LISTENER);
    stream.settle();
    stream.ask(ROUTE_CONFIGURATION, "r");
    stream.settle("r");
    return stream;
  }

  private static final Message[] NEW = {
    routedListener("l", "r", "1"), route("r", "new"), edsCluster("new", "1"), assignment("new", 2)
  };

  @Test
  @Rule({"O-1", "O-2", "O-3", "O-6", "O-8"})
  void routeMovesWhenItsClusterIsInUseAndTheOldOneGoesWhenTheRouteIs() {
    SotwStream stream = envoyAtOld().publish(NEW);

    DiscoveryResponse added = stream.one(CLUSTER);
    assertThat(names(added)).containsExactly("new", "old");
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "old", "new");
    DiscoveryResponse endpoints = stream.one(CLUSTER_LOAD_ASSIGNMENT);
    stream.ack(endpoints, "old", "new");
    stream.silent(); // the cluster still warms
    stream.ack(added);
    DiscoveryResponse routes = stream.one(ROUTE_CONFIGURATION);
    stream.silent(); // the old routes are in use until this is answered
    stream.ack(routes, "r");
    assertThat(names(stream.one(CLUSTER))).containsExactly("new");
    assertThat(stream.session().holds())
        .extracting(Hold::type)
        .containsOnly(CLUSTER_LOAD_ASSIGNMENT);
  }

  @Test
  @Rule("O-2")
  void ackOfTheClusterAloneDoesNotLetTheRouteGo() {
    SotwStream stream = envoyAtOld().publish(NEW);
    stream.ack(stream.one(CLUSTER));

    stream.silent();

    assertThat(stream.session().holds())
        .anySatisfy(
            hold -> {
              assertThat(hold.type()).isEqualTo(ROUTE_CONFIGURATION);
              assertThat(hold.reason()).isEqualTo(HoldReason.ASSIGNMENT_NOT_ACKED);
              assertThat(hold.waitsFor()).isEqualTo("EDS new");
            });
  }

  @Test
  @Rule("O-2")
  void staticAndDanglingNamesHoldBackNothing() {
    SotwStream stream = envoyAtOld();

    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "of-the-bootstrap"),
        edsCluster("old", "1"),
        assignment("old", 1));

    stream.one(ROUTE_CONFIGURATION);
  }

  @Test
  @Rule("O-2")
  void aNodeWithoutWildcardGetsRoutesBeforeTheirClusters() {
    SotwStream stream =
        SotwStream.ads(GRPC)
            .publish(route("r", "c"), edsCluster("c", "1"), assignment("c", 1), cluster("other"));
    stream.ask(CLUSTER, "other");
    stream.settle("other");

    stream.ask(ROUTE_CONFIGURATION, "r");

    stream.one(ROUTE_CONFIGURATION);
  }

  /** GC-5: it accepts routes before its calls have switched. */
  @Test
  @Rule("O-3")
  void ofANodeWithoutWildcardAClusterStaysUntilItIsUnsubscribed() {
    SotwStream stream = SotwStream.ads(GRPC).publish(route("r", "old"), cluster("old"));
    stream.ask(ROUTE_CONFIGURATION, "r");
    stream.settle("r");
    stream.ask(CLUSTER, "old");
    stream.settle("old");

    stream.publish(route("r", "new"), cluster("new"));
    stream.ack(stream.one(ROUTE_CONFIGURATION), "r");
    stream.ask(CLUSTER, "old", "new");
    DiscoveryResponse both = stream.one(CLUSTER);
    stream.ack(both, "old", "new");
    stream.silent();
    stream.ack(both, "new");

    assertThat(names(both)).containsExactlyInAnyOrder("old", "new");
    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
  }

  @Test
  @Rule("O-5")
  void refusedClusterHoldsItsRoutesBackForEverAndNoOthers() {
    SotwStream stream = envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new"));
    stream.nack(stream.one(CLUSTER), "1");
    stream.poll();
    stream.advance(REMOVALS.multipliedBy(2));

    stream.ask(ROUTE_CONFIGURATION, "r", "other");
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        route("other", "old"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new"));

    assertThat(names(stream.one(ROUTE_CONFIGURATION))).containsExactly("other");
    assertThat(stream.session().holds()).extracting(Hold::reason).containsOnly(HoldReason.REFUSED);
  }

  @Test
  @Rule("O-5")
  void correctedClusterLetsItsRoutesGo() {
    SotwStream stream = envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new", "bad"));
    stream.nack(stream.one(CLUSTER), "1");

    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new", "good"));
    stream.ack(stream.one(CLUSTER));

    stream.one(ROUTE_CONFIGURATION);
  }

  @Test
  @Rule("O-4")
  void routesWaitTwentySecondsAtMostForAClientThatDoesNotAnswer() {
    SotwStream stream = envoyAtOld().publish(NEW);
    stream.one(CLUSTER);
    assertThat(stream.session().nextDeadline()).isLessThan(Long.MAX_VALUE);
    stream.session().takeHoldEvents();

    stream.advance(ADDITIONS);

    stream.one(ROUTE_CONFIGURATION);
    assertThat(stream.session().takeHoldEvents())
        .extracting(HoldEvent::kind)
        .contains(HoldEvent.Kind.TIMED_OUT);
  }

  @Test
  @Rule("O-4")
  void removalOfWhatTheTargetStillNamesWaitsForTheBoundOfAdditions() {
    SotwStream stream = envoyAtOld();
    stream.publish(routedListener("l", "r", "1"), route("r", "old"), assignment("old", 1));

    stream.silent();
    stream.advance(ADDITIONS);

    assertThat(names(stream.one(CLUSTER))).isEmpty();
  }

  @Test
  @Rule({"O-4", "O-3"})
  void removalHasNoBoundWhileTheSuccessorIsRefused() {
    SotwStream stream = envoyAtOld();
    stream.publish(routedListener("l", "r", "1"), route("r", "static"));
    stream.nack(stream.one(ROUTE_CONFIGURATION), "1", "r");

    stream.advance(REMOVALS.multipliedBy(3));

    stream.silent();
    assertThat(stream.session().holds())
        .anySatisfy(
            hold -> {
              assertThat(hold.name()).isEqualTo("old");
              assertThat(hold.reason()).isEqualTo(HoldReason.STILL_NAMED);
              assertThat(hold.until()).isEqualTo(Long.MAX_VALUE);
            });
  }

  @Test
  @Rule("O-4")
  void typesThatAreNotAskedForHoldBackNothing() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(cluster("a"), route("r", "a"));
    stream.ask(CLUSTER);
    stream.settle();

    stream.publish(cluster("b"), route("r", "b"));

    assertThat(names(stream.one(CLUSTER))).containsExactly("b");
  }

  @Test
  @Rule({"O-6", "O-2"})
  void listenerWithRoutesOfItsOwnShowsItsFormerContentAndIsNeverLeftOut() {
    SotwStream stream =
        SotwStream.ads(ENVOY)
            .publish(inlineListener("in", "old"), inlineListener("other", "old"), cluster("old"));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(LISTENER);
    stream.settle();

    stream.publish(inlineListener("in", "new"), inlineListener("other", "static"), cluster("new"));
    List<DiscoveryResponse> burst = stream.poll();

    assertThat(names(burst.get(0))).containsExactly("new", "old");
    assertThat(names(burst.get(1))).containsExactly("in", "other");
    assertThat(burst.get(1).getResources(0).getValue())
        .isEqualTo(inlineListener("in", "old").toByteString());
    stream.ack(burst.get(0));
    stream.ack(burst.get(1));
    assertThat(stream.one(LISTENER).getResources(0).getValue())
        .isEqualTo(inlineListener("in", "new").toByteString());
  }

  @Test
  @Rule("O-9")
  void clusterOfInlineRoutesStaysWhileTheirListenerDrains() {
    SotwStream stream =
        SotwStream.ads(ENVOY).publish(inlineListener("in", "old"), cluster("old"), cluster("new"));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(LISTENER);
    stream.settle();
    stream.publish(inlineListener("in", "new"), cluster("new"));
    stream.ack(stream.one(LISTENER));

    stream.silent();
    assertThat(stream.session().holds()).extracting(Hold::reason).contains(HoldReason.DRAINING);
    assertThat(stream.session().owing()).isEmpty();
    stream.advance(REMOVALS);

    assertThat(names(stream.one(CLUSTER))).containsExactly("new");
  }

  @Test
  @Rule({"O-9", "O-11"})
  void routesThatADrainingListenerUsesStayUntilTheyAreUnsubscribed() {
    SotwStream stream = envoyAtOld();
    stream.publish(routedListener("l", "r2", "1"), route("r2", "new"), cluster("new"));

    DiscoveryResponse clusters = stream.one(CLUSTER);
    stream.silent(); // O-11: the listener waits for the routes, which wait for the cluster
    stream.ack(clusters);
    DiscoveryResponse listeners = stream.one(LISTENER);
    stream.ask(ROUTE_CONFIGURATION, "r", "r2");
    stream.ack(listeners);
    DiscoveryResponse routes = stream.one(ROUTE_CONFIGURATION);
    assertThat(names(routes)).containsExactly("r2");
    stream.ack(routes, "r", "r2");
    stream.silent(); // old connections go on with r and its cluster
    stream.ack(routes, "r2");

    assertThat(names(stream.one(CLUSTER))).containsExactly("new");
  }

  @Test
  @Rule("O-11")
  void routesThatAreAskedForTheFirstTimeWaitTenSecondsAtMost() {
    SotwStream stream =
        SotwStream.ads(ENVOY).publish(route("r", "c"), edsCluster("c", "1"), assignment("c", 1));
    stream.ask(CLUSTER);
    stream.one(CLUSTER);

    stream.ask(ROUTE_CONFIGURATION, "r");
    stream.silent();
    stream.advance(Duration.ofSeconds(10));

    assertThat(names(stream.one(ROUTE_CONFIGURATION))).containsExactly("r");
  }

  @Test
  @Rule("O-11")
  void routesThatAreAskedForTheFirstTimeDoNotWaitForARefusal() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(route("r", "c"), cluster("c", "bad"));
    stream.ask(CLUSTER);
    stream.nack(stream.one(CLUSTER), "");
    stream.poll();

    stream.ask(ROUTE_CONFIGURATION, "r");

    assertThat(names(stream.one(ROUTE_CONFIGURATION))).containsExactly("r");
  }

  @Test
  @Rule({"O-3", "ECDS-1"})
  void filterConfigurationStaysUntilItIsUnsubscribed() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(extendedListener("l", "x"), extension("x"));
    stream.ask(LISTENER);
    stream.settle();
    stream.ask(TYPED_EXTENSION_CONFIG, "x");
    stream.settle("x");

    stream.publish(routedListener("l", "r", "1"));
    DiscoveryResponse listeners = stream.one(LISTENER);
    stream.ack(listeners);
    stream.silent();

    assertThat(stream.session().holds())
        .extracting(Hold::type, Hold::reason)
        .containsExactly(tuple(TYPED_EXTENSION_CONFIG, HoldReason.SUBSCRIBED));
  }

  /** A new target in the middle of a transition waits until the first one is answered. */
  @Test
  @Rule({"O-2", "O-3", "O-12"})
  void secondChangeDuringATransitionMovesTheTargetAndBlocksNothing() {
    SotwStream stream = envoyAtOld();
    stream.publish(routedListener("l", "r", "1"), route("r", "new"), cluster("new"));
    DiscoveryResponse first = stream.one(CLUSTER);
    stream.publish(routedListener("l", "r", "1"), route("r", "newer"), cluster("newer"));
    stream.silent();

    stream.ack(first);

    List<DiscoveryResponse> released = stream.poll();
    assertThat(released)
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactly(ROUTE_CONFIGURATION.typeUrl(), CLUSTER.typeUrl());
    assertThat(names(released.get(1))).contains("new", "newer");
    stream.ack(released.get(0), "r");
    stream.ack(released.get(1));
    stream.poll().forEach(response -> stream.ack(response, "r"));
    assertThat(names(stream.one(CLUSTER))).containsExactly("newer");
  }
}
