package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How delta requests subscribe and unsubscribe. */
class DeltaSubscriptionTest {

  /** Break: {@code answered} returns before {@code edited} when the request is a NACK. */
  @Test
  @Rule({"D-1", "D-2"})
  void oneRequestRefusesSubscribesAndUnsubscribes() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    DeltaReply first = stream.next();

    RequestFacts facts =
        stream
            .request(ROUTE_CONFIGURATION)
            .nonce(first.nonce())
            .error("bad a")
            .subscribe("b")
            .unsubscribe("a")
            .send();

    assertThat(facts.answer()).isInstanceOf(Answer.Nack.class);
    assertThat(facts.added()).containsExactly("b");
    assertThat(facts.removed()).containsExactly("a");
    assertThat(stream.acked().names()).containsExactly("b");
    stream.put(route("a", "2")).silent();
  }

  /** Break: {@code InitialVersions} of the first request are not kept when it has names, too. */
  @Test
  @Rule("D-1")
  void firstRequestMayNameListAndUnsubscribeAtOnce() {
    DeltaStream stream =
        DeltaStream.ads().publish(route("a", "1"), route("b", "1"), route("c", "1"));

    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("a", "b")
        .unsubscribe("c")
        .holds(ROUTE_CONFIGURATION, "a")
        .send();

    assertThat(stream.acked().names()).containsExactly("b");
    stream.put(route("c", "2")).silent();
  }

  /** Break: {@code onRequest} leaves out {@code edited} when the answer is stale. */
  @ParameterizedTest
  @ValueSource(strings = {"0.1", "0.99", "nonsense"})
  @Rule("D-2")
  void namesAreHonouredWhateverTheNonceSays(String nonce) {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    stream.acked();

    RequestFacts facts =
        stream.request(ROUTE_CONFIGURATION).nonce(nonce).error("late").subscribe("b").send();

    assertThat(facts.answer()).isEqualTo(new Answer.Stale(nonce, null));
    assertThat(stream.acked().names()).containsExactly("b");
  }

  /** Break: {@code Subscription.edit} takes every empty request for a legacy wildcard. */
  @Test
  @Rule("D-3")
  void emptyListsChangeNothing() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.subscribe(CLUSTER, "a");
    assertThat(stream.acked().names()).containsExactly("a");

    stream.wildcard(CLUSTER);

    stream.silent();
    stream.put(cluster("b", "2")).silent();
    stream.put(cluster("a", "2"));
    assertThat(stream.acked().names()).containsExactly("a");
  }

  /** Break: {@code edited} adds only those of the names that were not subscribed. */
  @Test
  @Rule("D-4")
  void nameAskedForAgainIsSentThoughTheClientHasIt() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b");
    stream.acked();

    stream.subscribe(ROUTE_CONFIGURATION, "a");

    assertThat(stream.acked().names()).containsExactly("a");
    stream.silent();
  }

  /** Break: {@code DeltaAnswer.owed} says nothing about an asked name that does not exist. */
  @Test
  @Rule("D-4")
  void missingNameIsAnsweredAsRemovedAtFirstAndLater() {
    DeltaStream stream = DeltaStream.ads().publish(assignment("a", 1));
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "a", "none");
    DeltaReply first = stream.acked();
    assertThat(first.names()).containsExactly("a");
    assertThat(first.removed()).containsExactly("none");

    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "nor-this");

    DeltaReply second = stream.acked();
    assertThat(second.names()).isEmpty();
    assertThat(second.removed()).containsExactly("nor-this");
    stream.silent();
  }

  /** Break: an ACK clears the debts. */
  @Test
  @Rule("D-4")
  void nameAskedForBeforeAnAckIsStillOwedBehindIt() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    DeltaReply first = stream.next();
    stream.subscribe(ROUTE_CONFIGURATION, "b");
    stream.ack(first);

    assertThat(stream.acked().names()).containsExactly("b");
  }

  /** Break: {@code firstAnswer} covers names by their versions that a later request repeats. */
  @Test
  @Rule("D-4")
  void nameThatTheSecondRequestAsksForIsSentWhateverTheFirstListed() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("a", "b")
        .holds(ROUTE_CONFIGURATION, "a", "b")
        .send();

    stream.subscribe(ROUTE_CONFIGURATION, "a");

    assertThat(stream.acked().names()).containsExactly("a");
  }

  /** Break: {@code Subscription.edit} subscribes only names that exist. */
  @Test
  @Rule("D-8")
  void missingNameStaysSubscribedAndIsSentWhenItAppears() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, "a");
    assertThat(stream.acked().removed()).containsExactly("a");

    stream.put(assignment("a", 1));
    assertThat(stream.acked().names()).containsExactly("a");

    stream.remove(CLUSTER_LOAD_ASSIGNMENT, "a");
    assertThat(stream.acked().removed()).containsExactly("a");
    stream.put(assignment("a", 1));
    assertThat(stream.acked().names()).containsExactly("a");
  }

  /** Break: {@code edited} owes unsubscribed names without a wildcard, too. */
  @Test
  @Rule("D-9")
  void unsubscriptionAloneIsNotAnswered() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b");
    stream.acked();

    RequestFacts facts = stream.unsubscribe(ROUTE_CONFIGURATION, "a", "never-named");

    assertThat(facts.removed()).containsExactly("a");
    stream.silent();
    stream.put(route("a", "2"), route("never-named", "1")).silent();
  }

  /** Break: {@code edited} leaves out the debt of names that a wildcard remains behind. */
  @Test
  @Rule("D-9")
  void besideAWildcardAnUnsubscribedNameIsAnsweredWithWhatTheWildcardCovers() {
    DeltaStream stream =
        DeltaStream.ads().publish(cluster("a"), onDemand("held-by-name"), cluster("c"));
    stream.subscribe(CLUSTER, "*", "a", "held-by-name", "none");
    assertThat(stream.acked().names()).containsExactlyInAnyOrder("a", "c", "held-by-name");

    stream.unsubscribe(CLUSTER, "a", "held-by-name", "none", "never-named");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("a");
    assertThat(reply.removed()).containsExactlyInAnyOrder("held-by-name", "none");
    stream.silent();
  }

  /** Break: {@code edited} asks whether there was a wildcard before the request. */
  @Test
  @Rule("D-9")
  void nameUnsubscribedInTheRequestThatBeginsTheWildcardIsAnsweredToo() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), onDemand("b"));
    stream.subscribe(CLUSTER, "b");
    stream.acked();

    // the client keeps b for a part of its new wildcard, which it is not
    stream.request(CLUSTER).subscribe("*").unsubscribe("b").send();

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("a");
    assertThat(reply.removed()).containsExactly("b");
  }

  /** Break: {@code firstAnswer} drops all debts on its way for pure wildcards. */
  @Test
  @Rule("D-9")
  void nameUnsubscribedBesideAWildcardBeforeTheFirstAnswerIsAnsweredInIt() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), onDemand("b"));
    stream.subscribe(CLUSTER, "*", "b");

    stream.unsubscribe(CLUSTER, "b");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("a");
    assertThat(reply.removed()).containsExactly("b");
  }

  /** Break: {@code Subscription.edit} ends the wildcard when a name comes in. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule({"W-4", "W-2", "W-3", "D-9"})
  void fourStepExampleOfTheProtocolText(boolean ads) {
    DeltaStream stream = ads ? DeltaStream.ads() : DeltaStream.typed(CLUSTER);
    stream.publish(cluster("A"), cluster("B"));

    // 1. nothing: the legacy wildcard
    stream.wildcard(CLUSTER);
    assertThat(stream.acked().names()).containsExactly("A", "B");

    // 2. subscribe A: beside the wildcard
    stream.subscribe(CLUSTER, "A");
    assertThat(stream.acked().names()).containsExactly("A");
    stream.put(cluster("B", "2"));
    assertThat(stream.acked().names()).containsExactly("B");

    // 3. unsubscribe *: only A is left
    stream.unsubscribe(CLUSTER, "*");
    stream.silent();
    stream.put(cluster("B", "3")).silent();
    stream.put(cluster("A", "2"));
    assertThat(stream.acked().names()).containsExactly("A");

    // 4. unsubscribe A: nothing is left, and that is no wildcard
    stream.unsubscribe(CLUSTER, "A");
    stream.silent();
    stream.put(cluster("A", "3"), cluster("C")).silent();
    stream.remove(CLUSTER, "A", "B").silent();
  }

  /** Break: {@code edit} decides about the legacy wildcard with every request. */
  @Test
  @Rule("W-2")
  void firstRequestThatOnlyUnsubscribesIsNoWildcard() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    stream.unsubscribe(CLUSTER, "x");
    stream.silent();
    stream.wildcard(CLUSTER);
    stream.silent();
  }

  /** Envoy's clusters on demand. Break: as of the four-step example. */
  @Test
  @Rule({"W-2", "D-4"})
  void namesBesideTheLegacyWildcardLeaveItInForceAsInEd70() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(cluster("a"), onDemand("later"));
    stream.wildcard(CLUSTER);
    assertThat(stream.acked().names()).containsExactly("a");

    stream.subscribe(CLUSTER, "later");
    assertThat(stream.acked().names()).containsExactly("later");
    stream.subscribe(CLUSTER, "missing");
    assertThat(stream.acked().removed()).containsExactly("missing");

    stream.put(cluster("b"), onDemand("missing"));
    assertThat(stream.acked().names()).containsExactlyInAnyOrder("b", "missing");
    stream.unsubscribe(CLUSTER, "*");
    stream.put(cluster("a", "2"), cluster("later", "2"));
    assertThat(stream.acked().names()).containsExactly("later");
  }

  /** Break: {@code wildcardDue} is set only when there was none before. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("S-8")
  void wildcardNamedAgainIsAnsweredWithAllMembersOrEmpty(boolean full) {
    DeltaStream stream = DeltaStream.ads();
    if (full) {
      stream.publish(cluster("a"), cluster("b"));
    }
    stream.wildcard(CLUSTER);
    stream.acked();

    stream.subscribe(CLUSTER, "*");

    assertThat(stream.acked().names()).hasSize(full ? 2 : 0);
    stream.silent();
  }

  /** Break: {@code Debts.forget} is not called for what is unsubscribed. */
  @Test
  @Rule({"S-13", "D-9"})
  void nameTakenBackBeforeItsAnswerIsNotAnswered() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "b", "none");

    stream.unsubscribe(ROUTE_CONFIGURATION, "b", "none");

    stream.silent();
  }

  private static Resource onDemand(String name) {
    return Resource.builder(name, cluster(name)).onDemand(true).build();
  }

  /** Break: {@code TypeView} of an unknown type is an error. */
  @Test
  @Rule({"T-2", "D-4"})
  @Covers(Covers.OTHER)
  void unknownTypeIsEmptyUntilAResourceOfItExists() {
    DeltaStream stream = DeltaStream.ads();
    ResourceType unknown = ResourceType.of("type.googleapis.com/acme.Thing");
    stream.subscribe(unknown, "x");
    assertThat(stream.acked().removed()).containsExactly("x");

    Any opaque = Any.newBuilder().setTypeUrl(unknown.typeUrl()).build();
    stream.put(Resource.packed("x", opaque).build());
    assertThat(stream.acked().names()).containsExactly("x");
  }
}
