package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.virtualHost;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Virtual hosts that come as resources of their own (VHDS-1). */
@Rule("VHDS-1")
class DeltaVirtualHostTest {

  private static RouteConfiguration routesWithVhds(String name) {
    return RouteConfiguration.newBuilder().setName(name).setVhds(Vhds.newBuilder()).build();
  }

  /** ED-66. Break: {@code askedAndAbsent} names it as removed. */
  @Test
  void unknownHostIsAnsweredByItsNameAndAliasWithoutABody() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.wildcard(VIRTUAL_HOST);
    stream.acked();

    stream.subscribe(VIRTUAL_HOST, "r1/none.test:8080");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r1/none.test:8080");
    var answer = reply.resource("r1/none.test:8080");
    assertThat(answer.getAliasesList()).containsExactly("r1/none.test:8080");
    assertThat(answer.hasResource()).isFalse();
    assertThat(reply.removed()).isEmpty();
    stream.silent();
  }

  /** ED-68. Break: an absence ends the debt of the name. */
  @Test
  @Rule("D-8")
  void unknownHostIsPushedWhenItComes() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(VIRTUAL_HOST, "*", "r1/late.test");
    assertThat(stream.acked().names()).containsExactly("r1/late.test");

    Resource late = virtualHost("r1/late", "r1/late.test", "1");
    stream.put(late);

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r1/late");
    assertThat(reply.resource("r1/late").hasResource()).isTrue();
  }

  /** ED-69. Break: an absence that is listed counts as held. */
  @Test
  @Rule("D-5")
  void absenceThatIsListedOnANewStreamIsAnsweredAsOne() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));

    stream
        .request(VIRTUAL_HOST)
        .subscribe("*", "r1/none.test")
        .holds(VIRTUAL_HOST, "r1/a")
        .holds("r1/none.test", Resource.ABSENT)
        .send();

    DeltaReply reply = stream.acked();
    assertThat(reply.resource("r1/none.test").hasResource()).isFalse();
    assertThat(reply.names()).containsExactly("r1/none.test");
    assertThat(reply.removed()).isEmpty();
  }

  /** An absence takes nothing away. Break: {@code parts} lets it win over the removal. */
  @Test
  @Rule("D-5")
  void hostThatIsListedAndGoneIsRemovedThoughItIsAskedFor() {
    DeltaStream stream = DeltaStream.ads();

    stream.request(VIRTUAL_HOST).subscribe("*", "r1/a.test").holds("r1/a.test", "before").send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).containsExactly("r1/a.test");
  }

  /** ED-65. Break: {@code beforePoll} owes nothing. */
  @Test
  void namelessRequestIsAnsweredForRoutesThatHaveNoHost() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                routesWithVhds("r1"),
                routesWithVhds("r2"),
                route("plain", "1"),
                virtualHost("r2/a", "r2/a.test", "1"));
    stream.wildcard(VIRTUAL_HOST);

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r2/a");
    assertThat(reply.removed()).containsExactly("r1/none");
    stream.silent();
  }

  /** Envoy does not ask for them. Break: {@code onSent} owes nothing. */
  @Test
  void hostsFollowRoutesThatComeLaterThoughTheyWereSentBefore() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                routesWithVhds("r1"),
                virtualHost("r1/a", "r1/a.test", "1"),
                virtualHost("r2/a", "r2/a.test", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();
    stream.wildcard(VIRTUAL_HOST);
    assertThat(stream.acked().names()).containsExactly("r1/a", "r2/a");

    stream.put(routesWithVhds("r2"), routesWithVhds("r3"));
    stream.subscribe(ROUTE_CONFIGURATION, "r2", "r3");

    assertThat(stream.acked().names()).containsExactly("r2", "r3");
    DeltaReply reply = stream.acked();
    assertThat(reply.type()).isEqualTo(VIRTUAL_HOST);
    assertThat(reply.names()).containsExactly("r2/a");
    assertThat(reply.removed()).containsExactly("r3/none");
    stream.silent();
  }

  /** ED-68: Envoy keeps the hosts then. Break: {@code follow} is always true. */
  @Test
  @Rule("D-6")
  void changeOfRoutesSendsNoHostAgain() {
    DeltaStream stream =
        DeltaStream.ads().publish(routesWithVhds("r1"), virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();
    stream.wildcard(VIRTUAL_HOST);
    stream.acked();

    stream.put(routesWithVhds("r1").toBuilder().addInternalOnlyHeaders("x").build());

    assertThat(stream.acked().names()).containsExactly("r1");
    stream.silent();
  }

  /** A drained listener came back. Break: {@code onRequest} forgets nothing. */
  @Test
  void hostsFollowRoutesThatAreAskedForAnew() {
    DeltaStream stream =
        DeltaStream.ads().publish(routesWithVhds("r1"), virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();
    stream.wildcard(VIRTUAL_HOST);
    stream.acked();
    stream.unsubscribe(ROUTE_CONFIGURATION, "r1");

    stream.subscribe(ROUTE_CONFIGURATION, "r1");

    assertThat(stream.acked().names()).containsExactly("r1");
    assertThat(stream.acked().names()).containsExactly("r1/a");
    stream.silent();
  }

  /** Break: {@code owe} calls it lost, and so removed. */
  @Test
  @Rule("D-11")
  void absenceThatWaitedForTheTransportIsStillOneAfterAChange() {
    DeltaStream stream =
        DeltaStream.ads(
                DeltaStream.PLAIN, DeltaStream.OPTIONS.withResponseSizeBudget(1), NodeMemory.NONE)
            .publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r1/a.test", "r1/none.test", "r1/other.test");
    DeltaReply first = stream.acked();

    stream.put(virtualHost("r1/other.test", "r1/x.test", "1"));

    DeltaReply second = stream.acked();
    DeltaReply third = stream.acked();
    assertThat(first.names()).hasSize(1);
    assertThat(second.removed()).isEmpty();
    assertThat(third.removed()).isEmpty();
  }

  /** ED-65a. Break: {@code beforePoll} owes nothing to a client that was here before. */
  @Test
  @Rule("D-5")
  void hostsThatAreListedAreSentAllTheSameWhereTheirRoutesCameFirst() {
    DeltaStream stream =
        DeltaStream.ads().publish(routesWithVhds("r1"), virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();

    stream.request(VIRTUAL_HOST).holds(VIRTUAL_HOST, "r1/a").send();

    assertThat(stream.acked().names()).containsExactly("r1/a");
    stream.silent();
  }

  /** It may have lost its stream before it was told. Break: as above. */
  @Test
  void clientThatComesBackIsToldOfRoutesOfWhichItListsNoHost() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                routesWithVhds("r1"), routesWithVhds("r2"), virtualHost("r2/a", "r2/a.test", "1"));
    stream.request(ROUTE_CONFIGURATION).subscribe("r1").holds(ROUTE_CONFIGURATION, "r1").send();
    stream.silent();

    stream.request(VIRTUAL_HOST).holds(VIRTUAL_HOST, "r2/a").send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).containsExactly("r1/none");
    stream.silent();
  }

  /** Break: {@code withoutHosts} looks at the view, where the host is. */
  @Test
  @Rule("O-2")
  void hostThatIsHeldBackIsNotThereYet() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(routesWithVhds("r1"), virtualHost("r1/a", "r1/a.test", "new"), cluster("new"));
    stream.wildcard(CLUSTER);
    DeltaReply clusters = stream.next(CLUSTER);
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();

    stream.wildcard(VIRTUAL_HOST);
    DeltaReply none = stream.acked();
    stream.ack(clusters);

    assertThat(none.names()).isEmpty();
    assertThat(none.removed()).containsExactly("r1/none");
    assertThat(stream.acked().names()).containsExactly("r1/a");
  }

  /** The client has them still. Break: {@code beforePoll} looks at the routes of the view only. */
  @Test
  @Rule("O-2")
  void routesThatHaveNoVhdsAnyMoreAreSpokenOfUntilTheClientHasThat() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(routesWithVhds("r1"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r1");
    stream.acked();
    stream.publish(route("r1", "new"), cluster("new"));
    DeltaReply clusters = stream.next(CLUSTER);

    stream.wildcard(VIRTUAL_HOST);
    assertThat(stream.acked().removed()).containsExactly("r1/none");

    stream.ack(clusters);
    assertThat(stream.next(ROUTE_CONFIGURATION).names()).containsExactly("r1");
  }

  /** Nobody asks for it by name. Break: {@code waits} takes it for one that is asked for. */
  @Test
  @Rule({"O-5", "O-11"})
  void newHostWaitsForAClusterThatIsRefused() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(virtualHost("r1/a", "r1/a.test", "static"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(VIRTUAL_HOST);
    stream.acked();

    stream.put(cluster("bad"), virtualHost("r1/b", "r1/b.test", "bad"));
    stream.nack(stream.next(CLUSTER));
    stream.silent();
    stream.put(cluster("bad", "good now"));
    stream.acked();

    assertThat(stream.next(VIRTUAL_HOST).names()).containsExactly("r1/b");
  }

  /** Break: {@code Held.lost} knows nothing of absences. */
  @Test
  @Rule("D-11")
  void absenceThatWasNotWrittenIsStillOneForAClientThatComesBack() {
    DeltaStream stream =
        DeltaStream.ads(
                DeltaStream.PLAIN, DeltaStream.OPTIONS.withResponseSizeBudget(1), NodeMemory.NONE)
            .publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream
        .request(VIRTUAL_HOST)
        .subscribe("*", "r1/x.test", "r1/y.test", "r1/z.test")
        .holds(VIRTUAL_HOST, "r1/a")
        .send();
    DeltaReply first = stream.acked();

    stream.unsubscribe(VIRTUAL_HOST, first.names().get(0));

    List<String> removed = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      DeltaReply reply = stream.acked();
      removed.addAll(reply.removed());
      absent.addAll(reply.names());
    }
    stream.silent();
    assertThat(removed).isEqualTo(first.names()); // D-9
    assertThat(absent).hasSize(2);
  }
}
