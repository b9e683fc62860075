package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.lbEndpoint;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LB_ENDPOINT;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** Collections of xdstp names on delta. */
class DeltaGlobTest {

  private static final String EDGE = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
  private static final String GLOB = EDGE + "*";
  private static final String ZONE = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/c1/zone-a/";

  /** ED-78. Break: {@code collectionOf} takes every ancestor for the collection. */
  @Test
  @Rule("X-2")
  void globSelectsWhatLiesDirectlyUnderIt() {
    DeltaStream stream =
        DeltaStream.ads().publish(cluster(EDGE + "a"), cluster(EDGE + "b/deep"), cluster("edge/c"));
    stream.subscribe(CLUSTER, GLOB);
    assertThat(stream.acked().names()).containsExactly(EDGE + "a");

    stream.put(cluster(EDGE + "d"), cluster(EDGE + "b/deep", "2"));
    assertThat(stream.acked().names()).containsExactly(EDGE + "d");
    stream.remove(CLUSTER, EDGE + "a");
    assertThat(stream.acked().removed()).containsExactly(EDGE + "a");
    stream.remove(CLUSTER, EDGE + "b/deep").silent();
  }

  /** ED-79. Break: {@code collectionOf} drops the context. */
  @Test
  @Rule("X-2")
  void globWithContextSelectsMembersWithTheSameContext() {
    String context = "?xds.node.cluster=lab&xds.node.id=envoy-1";
    DeltaStream stream =
        DeltaStream.ads().publish(cluster(EDGE + "a" + context), cluster(EDGE + "b"));

    stream.subscribe(CLUSTER, GLOB + "?xds.node.id=envoy-1&xds.node.cluster=lab");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly(EDGE + "a" + context);
  }

  /** ED-75, ED-76. Break: {@code DeltaAnswer.members} says nothing about an empty collection. */
  @Test
  @Rule({"X-2", "D-4"})
  void emptyCollectionIsSaidToBeRemovedByItsGlob() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY);
    stream.subscribe(LB_ENDPOINT, ZONE + "*");
    assertThat(stream.acked().removed()).containsExactly(ZONE + "*");

    stream.put(lbEndpoint(ZONE + "e1", 1));
    assertThat(stream.acked().names()).containsExactly(ZONE + "e1");
    stream.remove(LB_ENDPOINT, ZONE + "e1");
    assertThat(stream.acked().removed()).containsExactly(ZONE + "e1");
  }

  /** Break: {@code DeltaAnswer.members} says so of a collection that has members, too. */
  @Test
  @Rule({"X-2", "D-4"})
  void globAskedForAgainIsAnsweredWithItsMembers() {
    DeltaStream stream = DeltaStream.ads().publish(cluster(EDGE + "a"), cluster("b"));
    stream.subscribe(CLUSTER, GLOB, "b");
    stream.acked();
    stream.subscribe(CLUSTER, GLOB);
    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly(EDGE + "a");
    assertThat(reply.removed()).isEmpty();
  }

  /**
   * ED-80: Envoy asks for a glob on a new stream without saying what it holds. Break: {@code
   * firstAnswer} leaves out {@code removedMembers}.
   */
  @Test
  @Rule("D-19")
  void membersThatWentAwayMeanwhileAreNamedOnANewStreamAsInEd80() {
    DeltaStream before =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(cluster(EDGE + "a"), cluster(EDGE + "gone"), cluster(EDGE + "x/deep"));
    before.subscribe(CLUSTER, GLOB);
    before.acked();
    before.remove(CLUSTER, EDGE + "gone", EDGE + "x/deep");

    DeltaStream after = DeltaStream.ads(DeltaStream.ENVOY).show(before.view());
    after.subscribe(CLUSTER, GLOB);

    DeltaReply reply = after.acked();
    assertThat(reply.names()).containsExactly(EDGE + "a");
    assertThat(reply.removed()).containsExactly(EDGE + "gone");
    after.silent();
  }

  /**
   * LEDS asks for each collection by a request of its own, so the second one is no first request.
   * Break: {@code DeltaAnswer.owed} leaves out {@code removedMembers}.
   */
  @Test
  @Rule("D-19")
  void membersThatWentAwayAreNamedForTheSecondCollectionOfAStreamToo() {
    String other = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/c2/zone-a/";
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                lbEndpoint(ZONE + "e1", 1),
                lbEndpoint(other + "e1", 1),
                lbEndpoint(other + "e2", 1))
            .remove(LB_ENDPOINT, other + "e2");
    stream.subscribe(LB_ENDPOINT, ZONE + "*");
    stream.acked();

    stream.subscribe(LB_ENDPOINT, other + "*");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly(other + "e1");
    assertThat(reply.removed()).containsExactly(other + "e2");
  }

  /** Break: {@code absentIfAsked} adds all members of a glob. */
  @Test
  @Rule({"D-5", "D-4", "X-2"})
  void clientThatListsMembersOfItsGlobIsSentOnlyWhatDiffers() {
    DeltaStream stream = DeltaStream.ads().publish(cluster(EDGE + "a"), cluster(EDGE + "b"));
    stream.request(CLUSTER).subscribe(GLOB).holds(CLUSTER, EDGE + "a").send();
    assertThat(stream.acked().names()).containsExactly(EDGE + "b");
  }

  /** Break: {@code members} adds what the wildcard does not cover. */
  @Test
  @Rule("D-9")
  void globUnsubscribedBesideAWildcardIsAnsweredWithWhatTheWildcardCovers() {
    Resource hidden =
        Resource.builder(EDGE + "hidden", cluster(EDGE + "hidden")).onDemand(true).build();
    DeltaStream stream = DeltaStream.ads().publish(cluster(EDGE + "a"), hidden, cluster("b"));
    stream.subscribe(CLUSTER, "*", GLOB);
    assertThat(stream.acked().names()).containsExactlyInAnyOrder(EDGE + "a", EDGE + "hidden", "b");

    stream.unsubscribe(CLUSTER, GLOB);

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly(EDGE + "a");
    assertThat(reply.removed()).contains(EDGE + "hidden");
  }

  /** Break: malformed names are dropped in silence. */
  @Test
  @Rule({"X-3", "D-4"})
  void malformedNamesAreAnsweredAsNotExistingAtFirstAndLater() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    RequestFacts facts = stream.subscribe(CLUSTER, "xdstp://broken", "a");
    assertThat(facts.malformed()).containsExactly("xdstp://broken");
    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("a");
    assertThat(reply.removed()).containsExactly("xdstp://broken");

    stream.subscribe(CLUSTER, "xdstp://x/t/%zz");
    assertThat(stream.acked().removed()).containsExactly("xdstp://x/t/%zz");
    stream.silent();
  }

  /** Break: {@code step} leaves out the members that its glob had in the former view. */
  @Test
  @Rule({"D-9", "D-7"})
  void memberThatGoesAwayWithItsGlobIsNamedToAWildcardThatNeverCoveredIt() {
    Resource hidden =
        Resource.builder(EDGE + "hidden", cluster(EDGE + "hidden")).onDemand(true).build();
    DeltaStream stream = DeltaStream.ads().publish(hidden, cluster("b"));
    stream.subscribe(CLUSTER, "*", GLOB);
    stream.acked();

    stream.unsubscribe(CLUSTER, GLOB);
    stream.show(View.of(Snapshot.of(cluster("b"))));

    assertThat(stream.acked().removed()).contains(EDGE + "hidden");
  }
}
