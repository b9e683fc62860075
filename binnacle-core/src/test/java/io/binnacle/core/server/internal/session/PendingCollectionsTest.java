package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Glob collections whose members are being looked up while a client waits for them. */
@Rule("X-2")
class PendingCollectionsTest {

  private static final String PATH = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
  private static final String GLOB = PATH + "*";
  private static final List<String> AWAITED = List.of(GLOB);

  private static Resource member(String id) {
    return Resource.builder(PATH + id, cluster(PATH + id)).onDemand(true).build();
  }

  private static void settle(DeltaStream stream, boolean known) {
    stream.session().settle(CLUSTER, SettledNames.of(AWAITED, known));
  }

  /** Break: {@code DeltaTypeSession.await} leaves the debts. */
  @Test
  @Rule("D-4")
  void collectionIsNotCalledEmptyBeforeItsLookupHasEnded() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    stream.subscribe(CLUSTER, "a", GLOB);
    stream.session().await(CLUSTER, AWAITED);
    DeltaReply first = stream.acked();
    assertThat(first.names()).containsExactly("a");
    assertThat(first.removed()).isEmpty();

    settle(stream, true);

    assertThat(stream.acked().removed()).containsExactly(GLOB);
    stream.silent();
  }

  /** Break: {@code UnknownCollections.settle} owes all members whatever was sent. */
  @Test
  @Rule("D-4")
  void membersThatWereFoundAreSentOnce() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER, GLOB);
    stream.session().await(CLUSTER, AWAITED);
    stream.silent();

    stream.put(member("one"));
    assertThat(stream.acked().names()).containsExactly(PATH + "one");
    settle(stream, true);
    stream.silent();
  }

  /** Break: {@code UnknownCollections.add} says that nothing was unsent. */
  @Test
  @Rule("D-4")
  void membersThatTheViewHadBeforeTheyWereAskedForAreSentWhenAllAreKnown() {
    DeltaStream stream = DeltaStream.ads().publish(member("one"), Resource.of(cluster("a")));
    stream.subscribe(CLUSTER, "a");
    assertThat(stream.acked().names()).containsExactly("a");
    stream.subscribe(CLUSTER, GLOB);
    stream.session().await(CLUSTER, AWAITED);
    stream.silent();
    stream.put(member("two"));
    assertThat(stream.acked().names()).containsExactly(PATH + "two");

    settle(stream, true);

    assertThat(stream.acked().names()).contains(PATH + "one");
    stream.silent();
  }

  /** Break: {@code DeltaAnswers.first} names what is gone of every glob. */
  @Test
  @Rule({"D-19", "B-6"})
  void membersThatAreGoneAreNamedWhenThatIsKnownAndNotWhenTheLookupFails() {
    DeltaStream stream = DeltaStream.ads().publish(member("one"), member("two"));
    stream.publish(member("two"));
    stream.subscribe(CLUSTER, GLOB);
    stream.session().await(CLUSTER, AWAITED);
    DeltaReply first = stream.acked();
    assertThat(first.names()).containsExactly(PATH + "two");
    assertThat(first.removed()).isEmpty();

    settle(stream, false);
    stream.silent();
    settle(stream, true);

    assertThat(stream.acked().removed()).containsExactly(PATH + "one");
    stream.silent();
  }

  /** Break: {@code UnknownCollections.settle} owes a failure as it owes an answer. */
  @Test
  @Rule({"D-4", "D-19", "B-6"})
  void failedLookupOfAnEmptyCollectionSaysSoAndNamesNoMember() {
    DeltaStream stream = DeltaStream.ads().publish(member("one"), Resource.of(cluster("a")));
    stream.publish(cluster("a"));
    stream.subscribe(CLUSTER, "a", GLOB);
    stream.session().await(CLUSTER, AWAITED);
    assertThat(stream.acked().removed()).isEmpty();

    settle(stream, false);

    assertThat(stream.acked().removed()).containsExactly(GLOB);
  }

  @Test
  @Rule("S-13")
  void collectionThatIsUnsubscribedMeanwhileIsNotAnswered() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER, GLOB);
    stream.session().await(CLUSTER, AWAITED);
    stream.unsubscribe(CLUSTER, GLOB);

    settle(stream, true);

    stream.silent();
  }

  /** Break: {@code SotwTypeSession.mustWait} is false. */
  @Test
  @Rule({"S-8", "S-9"})
  void fullStateInSotwWaitsForTheMembers() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(cluster("a"));
    stream.ask(CLUSTER, "a", GLOB);
    stream.session().await(CLUSTER, AWAITED);
    stream.silent();

    stream.publish(Resource.of(cluster("a")), member("one"));
    stream.session().settle(CLUSTER, SettledNames.of(AWAITED, true));

    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", PATH + "one");
  }
}
