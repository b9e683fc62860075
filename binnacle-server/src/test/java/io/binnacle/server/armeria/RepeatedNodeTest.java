package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.core.v3.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that send their node with every request: grpc-java (GC-2), Envoy by default (ED-1). */
class RepeatedNodeTest {

  private final Harness harness = new Harness();

  @AfterEach
  void stop() {
    harness.close();
  }

  /** What the event of the next ACK says. */
  private boolean isAckOfAnother() throws Exception {
    return harness
        .await(StreamEvent.Requested.class, request -> !request.facts().firstOfType())
        .facts()
        .otherNodeId();
  }

  @Test
  @Rule({"N-1", "N-2"})
  void aNodeThatComesWithEachAckIsToldOnlyWhereItIsAnother() throws Exception {
    Node node = Node.newBuilder().setId("test").setCluster("x".repeat(60_000)).build();
    harness.publish("a");
    var stream = harness.clusters(harness.connect());

    stream.send(Harness.ack(stream.next()).toBuilder().setNode(node).build());
    assertThat(isAckOfAnother()).isFalse();

    harness.publish("b");
    Node other = node.toBuilder().setId("other").build();
    stream.send(Harness.ack(stream.next()).toBuilder().setNode(other).build());
    assertThat(isAckOfAnother()).isTrue();

    harness.publish("c");
    assertThat(stream.next().getResources(0).getValue().toStringUtf8()).contains("c");
  }
}
