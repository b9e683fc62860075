package io.binnacle.server.internal.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose poll it is: rules N, where each poll is for itself. */
class PollNodesTest {

  private final Catalog catalog =
      new Catalog(node -> NodeAssignment.group(node.getId().isEmpty() ? "rest" : node.getId()));
  private final ManualLoop loop = new ManualLoop();
  private final StreamHub streams =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams()));
  private final PollHub hub =
      new PollHub(streams, Duration.ofSeconds(30), Runnable::run, loop::now);

  private List<String> polled(Variant variant, DiscoveryRequest.Builder request) {
    RecordingPollIo io = new RecordingPollIo();
    hub.open(
        loop,
        io,
        new PollHub.Request(variant, ResourceType.CLUSTER, request.build(), "host", true, 0),
        Long.MAX_VALUE);
    loop.runAll();
    return io.names();
  }

  @ParameterizedTest
  @EnumSource(names = {"REST", "FETCH"})
  @Rule({"N-3", "N-4"})
  void theNodeOfAPollDecidesWhatItIsServedAndItMayHaveNone(Variant variant) {
    for (String group : List.of("one", "two", "rest")) {
      catalog.publish(group, Snapshot.of(Cluster.newBuilder().setName("of-" + group).build()));
    }

    DiscoveryRequest.Builder request = DiscoveryRequest.newBuilder();
    assertThat(polled(variant, request)).containsExactly("of-rest");
    request.setNode(Node.getDefaultInstance());
    assertThat(polled(variant, request)).containsExactly("of-rest");
    request.setNode(Node.newBuilder().setId("one"));
    assertThat(polled(variant, request)).containsExactly("of-one");
    request.setNode(Node.newBuilder().setId("two"));
    assertThat(polled(variant, request)).containsExactly("of-two");
  }
}
