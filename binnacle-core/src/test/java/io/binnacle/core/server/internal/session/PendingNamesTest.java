package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.runtime;
import static io.binnacle.core.Resources.virtualHost;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.RUNTIME;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
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

/** Names that are being looked up while a client waits for them. */
class PendingNamesTest {

  private static final List<String> LATE = List.of("late");

  private static Resource onDemand(String name) {
    return Resource.builder(name, cluster(name)).onDemand(true).build();
  }

  /** Break: {@code DeltaTypeSession.await} leaves the debts. */
  @Test
  @Rule({"D-4", "ODCDS-1"})
  void nameIsNotCalledAbsentBeforeItsLookupHasEndedAndOtherNamesDoNotWait() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    stream.subscribe(CLUSTER, "a", "late", "never");
    stream.session().await(CLUSTER, LATE);

    DeltaReply first = stream.acked();
    assertThat(first.names()).containsExactly("a");
    assertThat(first.removed()).containsExactly("never");
    stream.silent();

    stream.session().settle(CLUSTER, SettledNames.of(LATE, true));
    assertThat(stream.acked().removed()).containsExactly("late");
    stream.silent();
  }

  /** Break: {@code DeltaTypeSession.settle} does not look at what was sent. */
  @Test
  @Rule("D-4")
  void nameThatWasFoundIsSentOnce() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER, "*", "late");
    stream.session().await(CLUSTER, LATE);
    stream.acked();

    stream.put(onDemand("late"));
    assertThat(stream.acked().names()).containsExactly("late");
    stream.session().settle(CLUSTER, SettledNames.of(LATE, true));
    stream.silent();
  }

  @Test
  @Rule({"D-4", "VHDS-1"})
  void failedLookupAnswersANewClientAsIfThereWereNone() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r/a", "r/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "*", "r/late.test");
    stream.session().await(VIRTUAL_HOST, List.of("r/late.test"));
    assertThat(stream.acked().names()).containsExactly("r/a");

    stream.session().settle(VIRTUAL_HOST, SettledNames.of(List.of("r/late.test"), false));

    assertThat(stream.acked().resource("r/late.test").hasResource()).isFalse();
  }

  /** Break: {@code PendingLookups.keepBack} keeps nothing. */
  @Test
  @Rule({"D-5", "B-6"})
  void clientThatComesBackKeepsWhatItHoldsUntilItIsKnownThatItIsGone() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r/a", "r/a.test", "1"));
    stream
        .request(VIRTUAL_HOST)
        .subscribe("*", "r/late.test")
        .holds(VIRTUAL_HOST, "r/a")
        .holds("r/late", "of before")
        .send();
    stream.session().await(VIRTUAL_HOST, List.of("r/late.test"));
    stream.silent();

    stream.session().settle(VIRTUAL_HOST, SettledNames.of(List.of("r/late.test"), false));
    stream.silent();

    stream.session().settle(VIRTUAL_HOST, SettledNames.of(List.of("r/late.test"), true));
    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).containsExactly("r/late");
    assertThat(reply.resource("r/late.test").hasResource()).isFalse();
  }

  @Test
  @Rule("S-13")
  void nameThatIsUnsubscribedMeanwhileIsNotAnswered() {
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER, "late");
    stream.session().await(CLUSTER, LATE);
    stream.unsubscribe(CLUSTER, "late");

    stream.session().settle(CLUSTER, SettledNames.of(LATE, true));

    stream.silent();
  }

  /** Break: {@code SotwTypeSession.mustWait} is false. */
  @Test
  @Rule({"S-9", "S-11"})
  void fullStateInSotwWaitsForTheLookup() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(cluster("a"));
    stream.ask(CLUSTER, "a", "late");
    stream.session().await(CLUSTER, LATE);
    stream.silent();
    assertThat(stream.session().owing()).isEmpty();

    stream.publish(Resource.of(cluster("a")), onDemand("late"));
    stream.session().settle(CLUSTER, SettledNames.of(LATE, true));

    assertThat(names(stream.one())).containsExactlyInAnyOrder("a", "late");
  }

  @Test
  @Rule("RTDS-1")
  void emptyLayerIsServedAfterTheLookup() {
    SotwStream stream = SotwStream.ads(SotwStream.ENVOY).publish(runtime("other", "1"));
    stream.ask(RUNTIME, "late");
    stream.session().await(RUNTIME, LATE);
    stream.silent();

    stream.session().settle(RUNTIME, SettledNames.of(LATE, true));

    assertThat(names(stream.one())).containsExactly("late");
  }
}
