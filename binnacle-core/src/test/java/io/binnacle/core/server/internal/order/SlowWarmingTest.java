package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Envoy whose clusters warm for longer than it takes until they are edited again. */
class SlowWarmingTest {

  private static final Duration TENTH = Duration.ofMillis(100);

  /** A delta Envoy on {@code r}, which names {@code old}; clusters without assignments. */
  private static DeltaStream deltaEnvoyAtOld() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routedListener("l", "r", "1"), route("r", "old"), cluster("old"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.acked();
    return stream;
  }

  /** Break: {@code Offer} shows the clusters of the newest view. */
  @Test
  @Rule("O-12")
  void clusterThatIsEditedWhileItWarmsStaysAsItIsUntilItIsAnswered() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.put(cluster("new", "1"), route("r", "new"));
    DeltaReply first = stream.next(CLUSTER);
    stream.put(cluster("new", "2"));
    stream.silent();
    stream.put(cluster("new", "3"), cluster("other"));
    stream.silent();
    assertThat(stream.session().owing()).contains(CLUSTER, ROUTE_CONFIGURATION);
    assertThat(stream.session().holds())
        .extracting(Hold::reason)
        .contains(HoldReason.STILL_DECIDING);

    stream.ack(first);

    List<DeltaReply> replies = List.of(stream.next(), stream.next());
    assertThat(replies)
        .extracting(DeltaReply::type)
        .containsExactlyInAnyOrder(CLUSTER, ROUTE_CONFIGURATION);
    stream.silent();
    assertThat(stream.session().owing()).isEmpty();
  }

  @Test
  @Rule({"O-12", "O-6"})
  void clusterThatIsEditedWhileItWarmsStaysAsItIsUntilASotwClientHasAnswered() {
    SotwStream stream = SotwOrderTest.envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new", "1"));
    DiscoveryResponse first = stream.one(CLUSTER);
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("new", "2"));
    stream.silent();

    stream.ack(first);

    assertThat(stream.poll())
        .extracting(DiscoveryResponse::getTypeUrl)
        .containsExactlyInAnyOrder(CLUSTER.typeUrl(), ROUTE_CONFIGURATION.typeUrl());
  }

  /** Break: {@code ClusterReadiness} asks for the newest content. */
  @Test
  @Rule({"O-2", "O-12"})
  void nothingWaitsForTheEditOfAClusterThatTheClientHas() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.put(cluster("old", "2"));
    DeltaReply edited = stream.next(CLUSTER);

    stream.put(inlineListener("in", "old"));

    assertThat(stream.next(LISTENER).names()).containsExactly("in");
    stream.put(cluster("old", "3"));
    assertThat(stream.next(CLUSTER).names()).as("nothing waits").containsExactly("old");
    stream.ack(edited);
    stream.silent();
  }

  @Test
  @Rule({"O-2", "O-12"})
  void nothingWaitsForTheEditOfAnAssignmentThatTheClientHas() {
    SotwStream stream = SotwOrderTest.envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "old"),
        edsCluster("old", "1"),
        assignment("old", 2));
    stream.one(CLUSTER_LOAD_ASSIGNMENT);

    stream.publish(
        routedListener("l", "r", "1"),
        inlineListener("in", "old"),
        route("r", "old"),
        edsCluster("old", "1"),
        assignment("old", 2));

    stream.one(LISTENER);
  }

  /** Break: {@code Additions} knows the newest content only. */
  @Test
  @Rule("O-12")
  void whatIsReleasedIsTheNewestStateWhoseClustersAreAccepted() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.publish(routedListener("l", "r", "1"), route("r", "c1"), cluster("c1"));
    DeltaReply first = stream.next(CLUSTER);
    for (String next : List.of("c2", "c3", "c4")) {
      stream.publish(routedListener("l", "r", "1"), route("r", next), cluster(next));
      stream.silent();
    }

    stream.ack(first);

    DeltaReply routes = stream.next(ROUTE_CONFIGURATION);
    assertThat(clusterOf(routes)).isEqualTo("c1");
    DeltaReply second = stream.next(CLUSTER);
    assertThat(second.names()).containsExactly("c4");
    stream.silent();
    stream.ack(routes);
    assertThat(stream.next(CLUSTER).removed()).containsExactly("old");
    stream.ack(second);
    assertThat(clusterOf(stream.next(ROUTE_CONFIGURATION))).isEqualTo("c4");
  }

  @Test
  @Rule({"O-12", "O-11"})
  void routesThatAListenerOnOfferNamesStayOnOfferWithIt() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.publish(routedListener("l", "r1", "1"), route("r1", "c1"), cluster("c1"));
    DeltaReply first = stream.next(CLUSTER);
    stream.publish(routedListener("l", "r2", "1"), route("r2", "c2"), cluster("c2"));
    stream.silent();

    stream.ack(first);
    DeltaReply listener = stream.next(LISTENER);
    stream.silent();
    stream.subscribe(ROUTE_CONFIGURATION, "r1");

    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r1");
    stream.silent();
    stream.ack(listener);
    assertThat(stream.next(CLUSTER).names()).containsExactly("c2");
  }

  @Test
  @Rule({"O-12", "O-4"})
  void whatAClientNeverAnswersIsOnOfferForTwentySecondsAtMost() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.put(cluster("new", "1"), route("r", "new"));
    stream.next(CLUSTER);
    stream.put(cluster("new", "2"));
    stream.silent();

    stream.advance(OrderOptions.DEFAULTS.additions());

    assertThat(stream.next(CLUSTER).names()).containsExactly("new");
    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
    stream.silent();
  }

  /** Break: {@code Holds} forgets that the time of a change is over before the change is sent. */
  @Test
  @Rule("O-4")
  void boundOfARouteHoldsThoughSomethingElseIsSentInFrontOfIt() {
    DeltaStream stream = deltaEnvoyAtOld();
    stream.put(cluster("new", "1"), route("r", "new"), inlineListener("in", "static"));
    stream.next(CLUSTER);
    stream.acked();
    stream.silent();
    stream.advance(OrderOptions.DEFAULTS.additions());
    stream.put(inlineListener("in", "other-static"));

    assertThat(stream.next(LISTENER).names()).containsExactly("in");
    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r");
  }

  /** 1.5 s for each cluster to warm, one more edit each second: the routes follow. */
  @Test
  @Rule("O-12")
  void routesFollowThoughEachSecondBringsAnotherClusterThatWarmsForLonger() {
    DeltaStream stream = deltaEnvoyAtOld();
    List<String> routed = new ArrayList<>();
    @Nullable DeltaReply warming = null;
    int warmFor = 0;
    for (int tenth = 0; tenth < 200; tenth++) {
      if (tenth % 10 == 0) {
        String name = "c" + tenth / 10;
        stream.publish(routedListener("l", "r", "1"), route("r", name), cluster(name));
      }
      if (warming != null && --warmFor == 0) {
        stream.ack(warming);
        warming = null;
      }
      for (Response next = poll(stream); next != null; next = poll(stream)) {
        DeltaReply reply = DeltaReply.of(next);
        if (reply.type().equals(CLUSTER) && !reply.names().isEmpty()) {
          assertThat(warming).as("one at a time").isNull();
          warming = reply;
          warmFor = 15;
        } else {
          stream.ack(reply);
        }
        if (reply.type().equals(ROUTE_CONFIGURATION)) {
          routed.add(clusterOf(reply));
        }
      }
      stream.advance(TENTH);
    }
    assertThat(routed).hasSizeGreaterThan(8).doesNotHaveDuplicates();
  }

  private static @Nullable Response poll(DeltaStream stream) {
    return stream.session().poll(stream.now());
  }

  private static String clusterOf(DeltaReply routes) {
    try {
      return RouteConfiguration.parseFrom(routes.message().getResources(0).getResource().getValue())
          .getVirtualHosts(0)
          .getRoutes(0)
          .getRoute()
          .getCluster();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
