package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.Answer;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.RequestOutcome.Accepted;
import io.binnacle.core.server.RequestOutcome.Code;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a delta stream says of itself, and which requests end it. */
class DeltaStatusTest {

  private static SyncState state(DeltaStream stream) {
    return stream.session().status().get(0).state();
  }

  @Test
  void stateFollowsWhatIsSentAnsweredRefusedAndUnsubscribed() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    assertThat(stream.session().isConnected()).isFalse();
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b");
    assertThat(stream.session().isConnected()).isTrue();
    assertThat(state(stream)).isEqualTo(SyncState.NOT_SENT);

    DeltaReply first = stream.next();
    TypeStatus sent = stream.session().status().get(0);
    assertThat(sent.state()).isEqualTo(SyncState.STALE);
    assertThat(sent.nonce()).isEqualTo(first.nonce());
    assertThat(sent.open()).isEqualTo(1);
    assertThat(sent.names()).isEqualTo(2);
    assertThat(sent.ackedVersion()).isEmpty();

    stream.ack(first);
    assertThat(state(stream)).isEqualTo(SyncState.SYNCED);
    assertThat(stream.session().status().get(0).ackedVersion())
        .isEqualTo(first.message().getSystemVersionInfo());
    stream.put(route("a", "2"));
    assertThat(state(stream)).isEqualTo(SyncState.STALE);
    stream.nack(stream.next());
    assertThat(state(stream)).isEqualTo(SyncState.NACKED);
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "b");
    assertThat(state(stream)).as("owed").isEqualTo(SyncState.STALE);
    stream.acked();
    stream.unsubscribe(ROUTE_CONFIGURATION, "a", "b");
    assertThat(state(stream)).isEqualTo(SyncState.UNSUBSCRIBED);
  }

  @Test
  @Rule("T-3")
  void requestWithoutTypeUrlBelongsToTheTypeOfItsNonceAndIsNoAck() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), route("r", "1"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    DeltaReply routes = stream.next();

    RequestFacts facts =
        stream.send(
            DeltaDiscoveryRequest.newBuilder()
                .setResponseNonce(routes.nonce())
                .addResourceNamesSubscribe("x"));

    assertThat(facts.type()).isEqualTo(ROUTE_CONFIGURATION);
    assertThat(facts.withoutTypeUrl()).isTrue();
    assertThat(facts.answer()).isEqualTo(new Answer.None());
    stream.silent();
    assertThat(stream.session().status().get(1).open()).isEqualTo(1);
  }

  @Test
  @Rule({"T-3", "B-4"})
  void requestWithoutTypeUrlAndWithAForeignNonceEndsTheStream() {
    for (String nonce : List.of("", "0.9", "x", "0.01", "0.")) {
      DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
      stream.wildcard(CLUSTER);
      stream.acked();
      RequestOutcome outcome =
          stream.offer(DeltaDiscoveryRequest.newBuilder().setResponseNonce(nonce));
      assertThat(outcome)
          .as("nonce '%s'", nonce)
          .isInstanceOfSatisfying(
              Refused.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
  }

  @Test
  @Rule("T-3")
  void typedServiceTakesRequestsWithoutTypeUrlAndRefusesOthers() {
    DeltaStream stream = DeltaStream.typed(CLUSTER).publish(cluster("a"));
    assertThat(stream.offer(DeltaDiscoveryRequest.newBuilder())).isInstanceOf(Accepted.class);
    DeltaReply reply = stream.next();
    assertThat(reply.names()).containsExactly("a");
    RequestOutcome ack =
        stream.offer(DeltaDiscoveryRequest.newBuilder().setResponseNonce(reply.nonce()));
    assertThat(((Accepted) ack).facts().answer()).isInstanceOf(Answer.Ack.class);

    RequestOutcome other =
        stream.offer(DeltaDiscoveryRequest.newBuilder().setTypeUrl(ROUTE_CONFIGURATION.typeUrl()));
    assertThat(other)
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.message())
                    .contains(CLUSTER.typeUrl(), ROUTE_CONFIGURATION.typeUrl()));
  }

  @Test
  void limitsOfNamesAndTypesHoldExactly() {
    SessionOptions options = DeltaStream.OPTIONS.withLimits(2, 1);
    DeltaStream stream = DeltaStream.ads(DeltaStream.PLAIN, options, NodeMemory.NONE);
    stream.subscribe(CLUSTER, "a", "b");
    assertThat(stream.offer(named(CLUSTER.typeUrl(), "a", "b", "c")))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.RESOURCE_EXHAUSTED));
    assertThat(stream.offer(named(ROUTE_CONFIGURATION.typeUrl(), "a")))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.message()).contains("limit is 1"));
  }

  private static DeltaDiscoveryRequest.Builder named(String typeUrl, String... names) {
    return DeltaDiscoveryRequest.newBuilder()
        .setTypeUrl(typeUrl)
        .addAllResourceNamesSubscribe(List.of(names));
  }
}
