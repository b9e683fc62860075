package io.binnacle.core.server;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

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
}
