package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** A delta client refuses a response that calls a collection empty. */
class DeltaRefusedGlobTest {

  private static final String EDGE = "xdstp://authority/envoy.config.cluster.v3.Cluster/edge/";
  private static final String GLOB = EDGE + "*";

  /** Break: leave out the removal in {@code DeltaAnswer.owedCollection}. */
  @Test
  @Rule("D-13")
  void thatItIsEmptyIsSentAgainWithTheNextResponse() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("c"));
    stream.subscribe(CLUSTER, GLOB, "c");
    DeltaReply first = stream.next();
    assertThat(first.removed()).containsExactly(GLOB);
    stream.nack(first);
    stream.silent();

    stream.put(cluster("c", "2"));

    DeltaReply second = stream.acked();
    assertThat(second.names()).containsExactly("c");
    assertThat(second.removed()).containsExactly(GLOB);
    stream.silent();
  }

  /** Break: let {@code DeltaAnswer.owedCollection} remove a collection that has members. */
  @Test
  @Rule("D-13")
  void thatItIsEmptyIsNotSentOnceItHasMembers() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("c"));
    stream.subscribe(CLUSTER, GLOB, "c");
    stream.nack(stream.next());

    stream.put(cluster("c", "2"), cluster(EDGE + "member"));

    DeltaReply second = stream.acked();
    assertThat(second.names()).containsExactlyInAnyOrder("c", EDGE + "member");
    assertThat(second.removed()).isEmpty();
  }

  /** Break: let {@code Ledger.nacked} remember globs. */
  @Test
  @Rule({"S-15", "D-19"})
  void refusalOfItsEmptinessIsNoRemovalOfItsMembersOnTheNextStream() {
    NodesInMemory memory = new NodesInMemory();
    DeltaStream before = DeltaStream.ads(DeltaStream.PLAIN, DeltaStream.OPTIONS, memory);
    before.publish(cluster("c")).subscribe(CLUSTER, GLOB, "c");
    before.nack(before.next());

    DeltaStream after = DeltaStream.ads(DeltaStream.PLAIN, DeltaStream.OPTIONS, memory);
    after.publish(cluster("c"), cluster(EDGE + "member")).subscribe(CLUSTER, GLOB, "c");

    DeltaReply first = after.acked();
    assertThat(first.names()).containsExactlyInAnyOrder("c", EDGE + "member");
    assertThat(first.removed()).isEmpty();
  }
}
