package io.binnacle.core.server.internal.order;

import static io.binnacle.core.Resources.aggregateCluster;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.inlineListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.Hold;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Make before break for what aggregate clusters are made of. */
class AggregateOrderTest {

  private static final Cluster OLD = cluster("old");

  private static DeltaStream envoyAt(Object... resources) {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(resources);
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.wildcard(LISTENER);
    stream.acked();
    return stream;
  }

  /** Break: let {@code Additions.concern} say no for clusters. */
  @Test
  @Rule({"O-2", "O-3"})
  void anAggregateChangesWhenItsNewClusterIsInUseAndTheOldOneGoesAfterThat() {
    DeltaStream stream =
        envoyAt(inlineListener("l", "all"), aggregateCluster("all", "1", List.of("old")), OLD);

    stream.publish(
        inlineListener("l", "all"), aggregateCluster("all", "1", List.of("new")), cluster("new"));

    DeltaReply added = stream.next(CLUSTER);
    assertThat(added.names()).containsExactly("new");
    assertThat(added.removed()).isEmpty();
    stream.silent();
    stream.ack(added);
    DeltaReply changed = stream.next(CLUSTER);
    assertThat(changed.names()).containsExactly("all");
    assertThat(changed.removed()).isEmpty();
    stream.silent();
    stream.ack(changed);
    assertThat(stream.acked().removed()).containsExactly("old");
    stream.silent();
    assertThat(stream.session().holds()).isEmpty();
  }

  /** Break: leave {@code CLUSTER} out of {@code Removals.CLUSTER_USERS}. */
  @Test
  @Rule("O-3")
  void whatAnAggregateIsMadeOfStaysAsLongAsRoutesUseTheAggregate() {
    DeltaStream stream =
        envoyAt(
            inlineListener("l", "all"),
            aggregateCluster("all", "1", List.of("old")),
            OLD,
            cluster("other"));

    stream.publish(inlineListener("l", "other"), cluster("other"));

    DeltaReply listeners = stream.next(LISTENER);
    stream.silent(); // neither the aggregate nor its cluster goes
    stream.ack(listeners);
    stream.silent(); // O-9: connections drain
    assertThat(stream.session().holds()).extracting(Hold::name).contains("all", "old");
  }

  /** Break: let {@code Removals.kept} ask {@code ClientState.named} as if nothing were leaving. */
  @Test
  @Rule("O-3")
  void aggregatesOfEachOtherThatNothingUsesGoTogether() {
    DeltaStream stream =
        envoyAt(
            aggregateCluster("a", "1", List.of("b")),
            aggregateCluster("b", "1", List.of("a", "old")),
            OLD,
            inlineListener("l", "other"),
            cluster("other"));

    stream.publish(inlineListener("l", "other"), cluster("other"));

    assertThat(stream.acked().removed()).containsExactlyInAnyOrder("a", "b", "old");
    stream.silent();
  }

  /** Break: leave {@code usesUnknownAggregates} out of {@code Reconnect.isAwaited}. */
  @Test
  @Rule({"O-3", "O-10"})
  void anAggregateOfAnEarlierStreamKeepsWhatItMayBeMadeOf() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY)
            .publish(
                inlineListener("l", "all"),
                aggregateCluster("all", "2", List.of("new")),
                cluster("new"));
    stream.request(CLUSTER).holds("all", "unknown").holds("old", "unknown").send();

    DeltaReply added = stream.next(CLUSTER);
    assertThat(added.names()).containsExactly("new");
    assertThat(added.removed()).isEmpty();
    stream.advance(Duration.ofSeconds(3)); // nobody waits for its listeners any more
    stream.silent();
    stream.ack(added);
    DeltaReply changed = stream.next(CLUSTER);
    assertThat(changed.names()).containsExactly("all");
    assertThat(changed.removed()).isEmpty();
  }

  /** Break: send a full state with the newest content of everything. */
  @Test
  @Rule({"O-2", "O-6"})
  void aFullStateShowsTheFormerAggregateUntilItsNewClusterIsInUse() {
    SotwStream stream =
        SotwStream.ads(SotwStream.ENVOY)
            .publish(inlineListener("l", "all"), aggregateCluster("all", "1", List.of("old")), OLD);
    stream.ask(CLUSTER);
    stream.ack(stream.one());
    stream.ask(LISTENER);
    stream.ack(stream.one());

    stream.publish(
        inlineListener("l", "all"), aggregateCluster("all", "1", List.of("new")), cluster("new"));

    DiscoveryResponse first = stream.one();
    assertThat(SotwStream.names(first)).containsExactlyInAnyOrder("all", "new", "old");
    stream.silent();
    stream.ack(first);
    DiscoveryResponse second = stream.one();
    assertThat(SotwStream.names(second)).containsExactlyInAnyOrder("all", "new", "old");
    stream.silent();
    stream.ack(second);
    assertThat(SotwStream.names(stream.one())).containsExactlyInAnyOrder("all", "new");
  }
}
