package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** What a client that says what it holds is sent, and one that says nothing. */
class DeltaFirstAnswerTest {

  /** Break: {@code firstAnswer} adds resources that the list covers. */
  @Test
  @Rule("D-5")
  void wildcardIsSentWhatItDoesNotListOrListsOtherwise() {
    DeltaStream stream =
        DeltaStream.typed(CLUSTER).publish(cluster("same"), cluster("changed"), cluster("new"));

    stream
        .request(CLUSTER)
        .holds(CLUSTER, "same")
        .holds("changed", "other")
        .holds("gone", "1")
        .send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("changed", "new");
    assertThat(reply.removed()).containsExactly("gone");
    stream.silent();
  }

  /** Break: {@code firstAnswer} answers every wildcard, listed or not. */
  @Test
  @Rule("D-5")
  void clientThatHoldsEverythingGetsSilence() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.request(CLUSTER).holds(CLUSTER, "a", "b").send();

    stream.silent();

    stream.put(cluster("b", "2"));
    assertThat(stream.acked().names()).containsExactly("b");
  }

  /** Break: {@code firstAnswer} leaves out names that are listed but not there. */
  @Test
  @Rule({"D-5", "D-4"})
  void namedSubscriptionIsToldWhatOfItsListIsGone() {
    DeltaStream stream = DeltaStream.ads().publish(assignment("a", 1), assignment("b", 1));

    stream
        .request(CLUSTER_LOAD_ASSIGNMENT)
        .subscribe("a", "b", "gone", "never")
        .holds("a", "old")
        .holds("gone", "1")
        .send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactlyInAnyOrder("a", "b");
    assertThat(reply.removed()).containsExactlyInAnyOrder("gone", "never");
  }

  /**
   * An Envoy without an answer to its first CDS request stays initializing for 15 s (ED-14). Break:
   * {@code firstAnswer} shares no part where a plain wildcard selects nothing.
   */
  @Test
  @Rule("D-5")
  void firstWildcardIsAnsweredThoughNothingExists() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY);
    stream.wildcard(CLUSTER);
    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).isEmpty();
    stream.wildcard(ResourceType.LISTENER);
    assertThat(stream.acked().type()).isEqualTo(ResourceType.LISTENER);
    stream.silent();
  }

  /**
   * The empty answer is needed beside names that are not spoken of, too. Break: {@code mustAnswer}.
   */
  @Test
  @Rule({"D-5", "D-18"})
  void firstWildcardBesideANameIsAnsweredThoughNothingIsSaidOfTheName() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY);
    stream.subscribe(ROUTE_CONFIGURATION, "*", "none");
    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).isEmpty();
    stream.silent();
  }

  /**
   * ED-17: what Envoy sends after a reconnect with names beside its wildcard. Break: {@code
   * firstAnswer} takes the way of plain wildcards though something is listed.
   */
  @Test
  @Rule({"D-5", "D-4"})
  void reconnectWithNamesBesideTheWildcardResendsNothingThatIsEqual() {
    Resource later = Resource.builder("later", cluster("later")).onDemand(true).build();
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(cluster("a"), later);

    stream.request(CLUSTER).subscribe("*", "later", "missing").holds(CLUSTER, "a", "later").send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).containsExactly("missing");
    stream.silent();
  }

  /** ED-69: hosts that were asked for are asked for again, with those that have no body. */
  @Test
  @Rule({"D-5", "D-14"})
  void reconnectOfVirtualHostsOnDemandSendsOnlyWhatDiffers() {
    Resource held = io.binnacle.core.Resources.virtualHost("r1/a", "r1/a.test", "c");
    Resource changed = io.binnacle.core.Resources.virtualHost("r1/b", "r1/b.test", "c2");
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(held, changed);

    stream
        .request(ResourceType.VIRTUAL_HOST)
        .subscribe("*", "r1/a.test", "r1/b.test", "r1/none.test")
        .holds(ResourceType.VIRTUAL_HOST, "r1/a")
        .holds("r1/b", "before")
        .send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r1/b", "r1/none.test");
    assertThat(reply.resource("r1/none.test").hasResource()).isFalse();
    assertThat(reply.removed()).isEmpty();
  }

  /** Break: {@code initial} is kept for later answers. */
  @Test
  @Rule("D-5")
  void listIsComparedOnce() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"));
    String first = stream.version(ROUTE_CONFIGURATION, "a");
    stream.request(ROUTE_CONFIGURATION).subscribe("a").holds("a", first).send();
    stream.silent();
    stream.put(route("a", "2"));
    assertThat(stream.acked().names()).containsExactly("a");
    stream.put(route("a", "1"));
    assertThat(stream.acked().resource("a").getVersion()).isEqualTo(first);
  }

  /** Break: {@code edited} leaves a listed name that is unsubscribed in the list. */
  @Test
  @Rule({"D-9", "S-13"})
  void listedNameThatIsUnsubscribedBeforeTheFirstAnswerIsNotSpokenOf() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("a", "b", "gone")
        .holds(ROUTE_CONFIGURATION, "a", "b")
        .holds("gone", "1")
        .send();

    stream.unsubscribe(ROUTE_CONFIGURATION, "b", "gone");

    stream.silent();
  }

  /**
   * ED-44: after a NACK the list shows the last accepted state and not what is in use. Break:
   * {@code firstAnswer} does not ask the memory of rejections.
   */
  @Test
  @Rule({"S-15", "D-5"})
  void whatTheNodeRefusedBeforeIsNamedAsRemovedWhenItIsGone() {
    NodesInMemory memory = new NodesInMemory();
    DeltaStream before = DeltaStream.ads(DeltaStream.ENVOY, DeltaStream.OPTIONS, memory);
    before.publish(cluster("good"), cluster("bad"), cluster("a"));
    before.wildcard(CLUSTER);
    before.nack(before.next());

    DeltaStream after = DeltaStream.ads(DeltaStream.ENVOY, DeltaStream.OPTIONS, memory);
    after.publish(cluster("a"));
    after.request(CLUSTER).holds(CLUSTER, "a").send();

    assertThat(after.acked().removed()).containsExactlyInAnyOrder("good", "bad");
  }

  /**
   * It may run with what it refused in part, so that an equal version proves nothing (ED-41).
   * Break: {@code firstAnswer} lets the list cover names of the memory.
   */
  @Test
  @Rule("S-15")
  void whatTheNodeRefusedBeforeIsSentThoughItListsTheSameVersion() {
    NodesInMemory memory = new NodesInMemory();
    DeltaStream before = DeltaStream.ads(DeltaStream.ENVOY, DeltaStream.OPTIONS, memory);
    before.publish(cluster("a"), cluster("b"));
    before.wildcard(CLUSTER);
    before.acked();
    before.put(cluster("a", "2"), cluster("bad"));
    before.nack(before.next());

    DeltaStream after = DeltaStream.ads(DeltaStream.ENVOY, DeltaStream.OPTIONS, memory);
    after.publish(cluster("a"), cluster("b"));
    after.request(CLUSTER).holds(CLUSTER, "a", "b").send();

    DeltaReply reply = after.acked();
    assertThat(reply.names()).containsExactly("a");
    assertThat(reply.removed()).containsExactly("bad");
  }

  /** Break: names of the memory are spoken of on streams that have nothing to do with them. */
  @Test
  @Rule({"S-15", "S-13"})
  void whatTheNodeRefusedIsNotSpokenOfWhereItExistsAndIsNotSubscribed() {
    NodesInMemory memory = new NodesInMemory();
    DeltaStream before = DeltaStream.ads(DeltaStream.PLAIN, DeltaStream.OPTIONS, memory);
    before.publish(assignment("a", 1));
    before.subscribe(CLUSTER_LOAD_ASSIGNMENT, "a");
    before.nack(before.next());

    DeltaStream other = DeltaStream.ads(DeltaStream.PLAIN, DeltaStream.OPTIONS, memory);
    other.publish(assignment("a", 1), assignment("b", 1));
    other.subscribe(CLUSTER_LOAD_ASSIGNMENT, "b");

    DeltaReply reply = other.acked();
    assertThat(reply.names()).containsExactly("b");
    assertThat(reply.removed()).isEmpty();
  }

  /** Break: {@code edited} does not tell the list that a wildcard was named again. */
  @Test
  @Rule({"S-8", "D-5"})
  void wildcardThatIsEndedAndNamedAgainBeforeTheFirstAnswerGetsAll() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.request(CLUSTER).subscribe("*").holds(CLUSTER, "a", "b").send();
    stream.unsubscribe(CLUSTER, "*");
    stream.subscribe(CLUSTER, "*");
    assertThat(stream.acked().names()).containsExactly("a", "b");
  }
}
