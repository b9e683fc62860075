package io.binnacle.core.server.internal.poll;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollTest {

  private static final View TWO = View.of(Snapshot.of(cluster("a"), cluster("b")));
  private static final View ASSIGNED = View.of(Snapshot.of(assignment("a", 1), assignment("b", 1)));

  private static Poll clusters(String version, String... names) {
    return new Poll(ResourceType.CLUSTER, request(version, names));
  }

  private static Poll assignments(String version, String... names) {
    return new Poll(ResourceType.CLUSTER_LOAD_ASSIGNMENT, request(version, names));
  }

  private static DiscoveryRequest request(String version, String... names) {
    return DiscoveryRequest.newBuilder()
        .setVersionInfo(version)
        .addAllResourceNames(List.of(names))
        .build();
  }

  private static DiscoveryRequest refusal(String version) {
    return request(version).toBuilder()
        .setErrorDetail(Status.newBuilder().setCode(3).setMessage("no good"))
        .build();
  }

  private static List<String> names(PollAnswer answer) {
    return answer.resources().stream().map(Resource::name).toList();
  }

  @Test
  @Rule("P-2")
  void withoutAVersionItIsAnsweredAtOnceAndWithTheSameVersionHeldUntilSomethingChanges() {
    PollAnswer first = clusters("").answer(TWO);
    assertThat(names(first)).containsExactly("a", "b");

    Poll next = clusters(first.version());
    assertThat(next.answer(TWO)).isNull();
    assertThat(next.isInStep()).isTrue();
    View changed = View.of(Snapshot.of(cluster("a"), cluster("b", "2")));
    assertThat(names(next.answer(changed))).containsExactly("a", "b");
  }

  @Test
  @Rule("P-2")
  void aVersionIsAFunctionOfTheNamesAndOfTheirContentOnly() {
    String ofA = assignments("", "a").answer(ASSIGNED).version();
    View otherB = View.of(Snapshot.of(assignment("a", 1), assignment("b", 2)));

    assertThat(assignments("", "a").answer(otherB).version()).isEqualTo(ofA);
    assertThat(assignments("", "a", "c").answer(ASSIGNED).version()).isNotEqualTo(ofA);
    assertThat(assignments("", "c", "a").answer(ASSIGNED).version())
        .isEqualTo(assignments("", "a", "c").answer(ASSIGNED).version());
    assertThat(assignments(ofA, "a").answer(otherB)).isNull();
  }

  @Test
  @Rule("P-2")
  void theVersionOfEverythingIsThatOfStreams() {
    assertThat(clusters("").answer(TWO).version())
        .isEqualTo(TWO.type(ResourceType.CLUSTER).version());
  }

  @Test
  @Rule("P-2")
  void theEmptyStateIsToldForFullStateTypesAndHeldForOthers() {
    assertThat(clusters("").answer(View.empty()).resources()).isEmpty();
    String version = clusters("").answer(TWO).version();
    assertThat(clusters(version).answer(View.empty()).resources()).isEmpty();

    Poll nothing = assignments("", "a");
    assertThat(nothing.answer(View.empty())).isNull();
    assertThat(names(nothing.answer(ASSIGNED))).containsExactly("a");
    String had = assignments("", "a").answer(ASSIGNED).version();
    assertThat(assignments(had, "a").answer(View.empty())).isNull();
  }

  @Test
  @Rule("P-3")
  void aRefusalWaitsAsIfItHeldTheCurrentVersionAndARepetitionIsAnswered() {
    Poll refusing = new Poll(ResourceType.CLUSTER, refusal(""));
    assertThat(refusing.answer(TWO)).isNull();
    assertThat(refusing.answer(View.of(Snapshot.of(cluster("a"))))).isNotNull();

    assertThat(clusters("older").answer(TWO)).isNotNull();
  }

  @Test
  @Rule("P-3")
  void aLedgerTellsAcceptedFromRefusedAndFromSuspected() {
    PollAnswer one = clusters("").answer(TWO);
    PollLedger ledger = new PollLedger(clusters(""));
    assertThat(ledger.asked(request(""))).isInstanceOf(Answer.None.class);
    ledger.answered(clusters(""), one);
    assertThat(ledger.status().state()).isEqualTo(SyncState.STALE);
    assertThat(ledger.asked(request(one.version())))
        .isEqualTo(new Answer.Ack(one.version(), one.version()));
    assertThat(ledger.status().state()).isEqualTo(SyncState.SYNCED);

    View bad = View.of(Snapshot.of(cluster("a"), cluster("b", "bad")));
    Poll second = clusters(one.version());
    PollAnswer two = second.answer(bad);
    ledger.answered(second, two);
    assertThat(ledger.asked(request(one.version())))
        .isEqualTo(new Answer.Suspected(two.version(), one.version()));
    assertThat(ledger.status().state()).as("it may have been lost").isEqualTo(SyncState.STALE);
    ledger.answered(second, two);
    assertThat(ledger.asked(request(one.version()))).isInstanceOf(Answer.Suspected.class);
    assertThat(ledger.status().state()).isEqualTo(SyncState.NACKED);

    Answer.Nack nack = (Answer.Nack) ledger.asked(refusal(one.version()));
    assertThat(nack.message()).isEqualTo("no good");
    assertThat(nack.rejectedVersion()).isEqualTo(two.version());
    assertThat(nack.suspects()).extracting(Resource::name).containsExactly("b");

    assertThat(ledger.asked(request(two.version()))).isInstanceOf(Answer.Ack.class);
    assertThat(ledger.status().state()).isEqualTo(SyncState.SYNCED);
    assertThat(ledger.asked(request(two.version()))).isInstanceOf(Answer.None.class);
  }

  @Test
  @Rule("P-3")
  void onlyAnEnvoyIsSuspectedForHavingNoVersion() {
    PollAnswer answer = clusters("").answer(TWO);
    DiscoveryRequest envoy =
        request("").toBuilder().setNode(Node.newBuilder().setUserAgentName("envoy")).build();
    for (DiscoveryRequest request : List.of(request(""), envoy)) {
      PollLedger ledger = new PollLedger(clusters(""));
      ledger.asked(request);
      ledger.answered(clusters(""), answer);
      assertThat(ledger.asked(request) instanceof Answer.Suspected).isEqualTo(request == envoy);
    }
  }

  @Test
  @Rule({"T-3", "B-3"})
  void anotherTypeAndTooManyNamesAreRefused() {
    SessionOptions options = SessionOptions.defaults("test").withLimits(2, 64);
    DiscoveryRequest other =
        DiscoveryRequest.newBuilder().setTypeUrl(ResourceType.LISTENER.typeUrl()).build();

    assertThat(Poll.refusal(ResourceType.CLUSTER, other, options).message())
        .contains(ResourceType.LISTENER.typeUrl(), ResourceType.CLUSTER.typeUrl());
    assertThat(Poll.refusal(ResourceType.CLUSTER, request("", "a", "b", "c"), options).message())
        .contains("3", "2");
    assertThat(Poll.refusal(ResourceType.CLUSTER, request("", "a", "b"), options)).isNull();
  }

  @Test
  @Rule("RTDS-1")
  void aMissingLayerIsServedEmptyAtFirstAndThenHeld() {
    PollAnswer empty = new Poll(ResourceType.RUNTIME, request("", "layer")).answer(View.empty());
    assertThat(names(empty)).containsExactly("layer");

    Poll next = new Poll(ResourceType.RUNTIME, request(empty.version(), "layer"));
    assertThat(next.answer(View.empty())).isNull();
    assertThat(names(next.answer(View.of(Snapshot.of(runtime("layer", "1"))))))
        .containsExactly("layer");
  }

  @Test
  @Rule("G-3a")
  void anUnmatchedNodeIsToldThatThereIsNothingOnlyWhenItHasNothing() {
    assertThat(clusters("").unmatched().resources()).isEmpty();
    assertThat(clusters("v").unmatched()).isNull();
    assertThat(assignments("", "a").unmatched()).isNull();
  }
}
