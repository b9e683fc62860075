package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.Resources;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a refused delta response leads to, and what not. */
class DeltaRejectionTest {

  /** Break: {@code refused} owes the names as LOST. */
  @Test
  @Rule({"S-4", "D-13"})
  void nackCausesNothingToBeSent() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.wildcard(CLUSTER);
    DeltaReply reply = stream.next();

    RequestFacts facts = stream.nack(reply);

    Answer.Nack nack = (Answer.Nack) facts.answer();
    assertThat(nack.message()).isEqualTo("refused");
    assertThat(nack.code()).isEqualTo(13);
    assertThat(nack.nonce()).isEqualTo(reply.nonce());
    assertThat(nack.rejectedVersion()).isEqualTo(reply.message().getSystemVersionInfo());
    stream.silent();
  }

  /** Break: {@code step} drains only the pressing debts. */
  @Test
  @Rule("D-13")
  void whatARefusedResponseHeldGoesOutWithTheNextRemovalsToo() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"), cluster("c"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.put(cluster("a", "2")).remove(CLUSTER, "b");
    stream.nack(stream.next());
    stream.silent();

    stream.put(cluster("c", "2"));

    DeltaReply next = stream.next();
    assertThat(next.names()).containsExactlyInAnyOrder("a", "c");
    assertThat(next.removed()).containsExactly("b");
    stream.nack(next);
    stream.put(cluster("d"));
    DeltaReply again = stream.acked();
    assertThat(again.names()).containsExactlyInAnyOrder("a", "c", "d");
    assertThat(again.removed()).containsExactly("b");
    stream.put(cluster("e"));
    assertThat(stream.acked().names()).containsExactly("e");
  }

  /** Break: {@code step} sends what was refused with its former content. */
  @Test
  @Rule({"D-13", "S-4"})
  void refusedResourceGoesOutWhenItChanges() {
    for (var node : List.of(DeltaStream.PLAIN, DeltaStream.ENVOY)) {
      DeltaStream stream = DeltaStream.ads(node).publish(cluster("bad"));
      stream.wildcard(CLUSTER);
      stream.nack(stream.next());

      stream.put(cluster("bad", "mended"));

      DeltaReply mended = stream.acked();
      assertThat(mended.names()).containsExactly("bad");
      assertThat(mended.resource("bad").getVersion()).isEqualTo(stream.version(CLUSTER, "bad"));
      stream.put(cluster("other"));
      assertThat(stream.acked().names()).containsExactly("other");
    }
  }

  /** Break: {@code Debts.add} keeps the earlier kind. */
  @Test
  @Rule({"D-4", "S-4"})
  void refusedResourceGoesOutWhenItIsNamedAnew() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b");
    stream.nack(stream.next());

    stream.subscribe(ROUTE_CONFIGURATION, "a");

    // S-4 and D-13: and with it what else is owed
    assertThat(stream.acked().names()).containsExactlyInAnyOrder("a", "b");
    stream.silent();
  }

  /**
   * A change that an Envoy refused alone is known by name, and waits (S-19). Break: {@code refused}
   * owes it as REFUSED.
   */
  @Test
  @Rule("D-13")
  void changeThatAnEnvoyRefusedAloneWaitsForItsOwnChange() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(cluster("good"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.put(cluster("bad"));
    stream.nack(stream.next());

    stream.put(cluster("good", "2"));

    assertThat(stream.acked().names()).containsExactly("good");
  }

  /** Break: {@code owe} does not ask whether the subscription still selects the name. */
  @Test
  @Rule({"S-13", "D-13"})
  void refusedNameThatWasUnsubscribedIsNotSentAgain() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b");
    DeltaReply reply = stream.next();
    stream.unsubscribe(ROUTE_CONFIGURATION, "a");
    stream.nack(reply);

    stream.put(route("b", "2"));

    DeltaReply next = stream.acked();
    assertThat(next.names()).containsExactly("b");
    assertThat(next.removed()).isEmpty();
  }

  /** Break: {@code edited} keeps debts that only the wildcard covered. */
  @Test
  @Rule({"S-13", "D-13"})
  void whatWasRefusedUnderAWildcardEndsWithIt() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"), cluster("c"));
    stream.subscribe(CLUSTER, "*", "c");
    stream.acked();
    stream.put(cluster("a", "2")).remove(CLUSTER, "b");
    stream.nack(stream.next());

    stream.unsubscribe(CLUSTER, "*");
    stream.put(cluster("c", "2"));

    DeltaReply next = stream.acked();
    assertThat(next.names()).containsExactly("c");
    assertThat(next.removed()).isEmpty();
  }

  /** Break: {@code edited} keeps debts that only the glob covered. */
  @Test
  @Rule({"S-13", "D-13", "X-2"})
  void whatWasRefusedUnderAGlobEndsWithIt() {
    String glob = "xdstp://x/envoy.config.cluster.v3.Cluster/edge/*";
    String member = "xdstp://x/envoy.config.cluster.v3.Cluster/edge/a";
    DeltaStream stream = DeltaStream.ads().publish(cluster(member), cluster("c"));
    stream.subscribe(CLUSTER, glob, "c");
    stream.nack(stream.next());

    stream.unsubscribe(CLUSTER, glob);
    stream.put(cluster("c", "2"));

    DeltaReply next = stream.acked();
    assertThat(next.names()).containsExactly("c");
    assertThat(next.removed()).isEmpty();
  }

  /** Break: {@code owe} looks for removed names among the names only. */
  @Test
  @Rule({"D-13", "D-14"})
  void refusedRemovalOfWhatAnAliasSubscribedIsStillOwed() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                Resources.virtualHost("r/a", "r/a.test", "1"),
                Resources.virtualHost("r/b", "r/b.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r/a.test", "r/b.test");
    stream.acked();
    stream.remove(VIRTUAL_HOST, "r/a");
    stream.nack(stream.next());

    stream.put(Resources.virtualHost("r/b", "r/b.test", "2"));

    assertThat(stream.acked().removed()).containsExactly("r/a");
  }

  /** Break: {@code firstAnswer} does not report to {@code Held} what was listed. */
  @Test
  @Rule({"D-13", "D-14", "D-5"})
  void refusedRemovalOfWhatAClientListedIsOwedThoughOnlyItKnowsTheAlias() {
    DeltaStream stream = DeltaStream.ads().publish(Resources.virtualHost("r/b", "r/b.test", "1"));
    stream
        .request(VIRTUAL_HOST)
        .subscribe("r/a.test", "r/b.test")
        .holds("r/a", "1")
        .holds("r/b", "0")
        .send();
    DeltaReply first = stream.next();
    assertThat(first.removed()).contains("r/a");
    stream.nack(first);

    stream.put(Resources.virtualHost("r/b", "r/b.test", "2"));

    assertThat(stream.acked().removed()).contains("r/a");
    stream.put(Resources.virtualHost("r/b", "r/b.test", "3"));
    assertThat(stream.acked().removed()).isEmpty();
  }

  /** Break: {@code Held.refused} looks at the view of the last refused response only. */
  @Test
  @Rule({"D-13", "D-14"})
  void removalThatIsRefusedTwiceIsStillOwedByAlias() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                Resources.virtualHost("r/a", "r/a.test", "1"),
                Resources.virtualHost("r/b", "r/b.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r/a.test", "r/b.test");
    stream.acked();
    stream.remove(VIRTUAL_HOST, "r/a");
    stream.nack(stream.next());
    stream.put(Resources.virtualHost("r/b", "r/b.test", "2"));
    stream.nack(stream.next());

    stream.put(Resources.virtualHost("r/b", "r/b.test", "3"));

    assertThat(stream.acked().removed()).containsExactly("r/a");
  }

  /** Break: {@code edited} retains debts on an unsubscribed wildcard or glob only. */
  @Test
  @Rule({"S-13", "D-14"})
  void refusedRemovalEndsWithTheAliasThatItWasFor() {
    DeltaStream stream =
        DeltaStream.ads()
            .publish(
                Resources.virtualHost("r/a", "r/a.test", "1"),
                Resources.virtualHost("r/b", "r/b.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r/a.test", "r/b.test");
    stream.acked();
    stream.remove(VIRTUAL_HOST, "r/a");
    stream.nack(stream.next());

    stream.unsubscribe(VIRTUAL_HOST, "r/a.test");
    stream.put(Resources.virtualHost("r/b", "r/b.test", "2"));

    assertThat(stream.acked().removed()).isEmpty();
  }

  /** Break: {@code isWanted} takes an alias for wanted when its resource is. */
  @Test
  @Rule({"S-13", "D-14"})
  void aliasTakenBackBeforeItsAnswerIsNotAnswered() {
    DeltaStream stream = DeltaStream.ads().publish(Resources.virtualHost("r/a", "r/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r/a");
    stream.acked();
    stream.subscribe(VIRTUAL_HOST, "r/a.test");
    stream.put(Resources.virtualHost("r/a", "r/other.test", "2"));

    stream.unsubscribe(VIRTUAL_HOST, "r/a.test");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r/a");
    assertThat(reply.removed()).isEmpty();
  }

  /** Break: {@code refused} is left out for responses that an ACK of a later one followed. */
  @Test
  @Rule({"D-12", "D-13"})
  void lateNackOfAnEarlierResponseIsHonoured() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.wildcard(CLUSTER);
    DeltaReply first = stream.next();
    stream.put(cluster("c"));
    stream.acked();
    stream.nack(first);

    stream.put(cluster("d"));

    assertThat(stream.acked().names()).containsExactlyInAnyOrder("a", "b", "d");
  }

  /** Break: {@code edited} forgets the debts of all names that are unsubscribed. */
  @Test
  @Rule({"D-13", "X-2"})
  void whatWasRefusedStaysOwedWhenAGlobStillCoversTheUnsubscribedName() {
    String glob = "xdstp://x/envoy.config.cluster.v3.Cluster/edge/*";
    String member = "xdstp://x/envoy.config.cluster.v3.Cluster/edge/a";
    DeltaStream stream = DeltaStream.ads().publish(cluster(member), cluster("c"));
    stream.subscribe(CLUSTER, glob, member, "c");
    stream.nack(stream.next());

    stream.unsubscribe(CLUSTER, member);
    stream.put(cluster("c", "2"));

    assertThat(stream.acked().names()).containsExactlyInAnyOrder(member, "c");
  }
}
