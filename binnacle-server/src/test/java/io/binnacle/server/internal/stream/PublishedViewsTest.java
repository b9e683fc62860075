package io.binnacle.server.internal.stream;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * O-10: an Envoy comes back to a server that was started while it was away. What this server
 * published until then tells what the Envoy holds, though nobody was shown any of it.
 */
class PublishedViewsTest {

  private static final Node NODE =
      Node.newBuilder().setId("envoy-1").setUserAgentName("envoy").build();

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));

  private static Snapshot clusters(String... names) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String name : names) {
      snapshot.add(Cluster.newBuilder().setName(name).build());
    }
    return snapshot.build();
  }

  private StreamHub hub() {
    return new StreamHub(
        catalog,
        SessionOptions.defaults("test"),
        StreamLimits.DEFAULTS,
        List.of(new SeenStreams()));
  }

  /** The clusters in the first response to an Envoy that holds this snapshot and uses routes. */
  private static List<String> firstAnswer(StreamHub hub, Snapshot held) {
    ManualLoop loop = new ManualLoop();
    FakeIo io = new FakeIo();
    StreamDriver driver = hub.open(loop, io, Variant.SOTW, null, "peer");
    driver.onRequest(
        DiscoveryRequest.newBuilder()
            .setNode(NODE)
            .setTypeUrl(CLUSTER.typeUrl())
            .setVersionInfo(View.of(held).type(CLUSTER).version())
            .build());
    driver.onRequest(
        DiscoveryRequest.newBuilder()
            .setTypeUrl(ROUTE_CONFIGURATION.typeUrl())
            .addResourceNames("r")
            .setVersionInfo("1")
            .build());
    loop.runAll();
    return io.sent.get(0).resources().stream().map(Resource::name).toList();
  }

  /** Break: {@code StreamHub.onView}. */
  @Test
  @Rule("O-10")
  void whatWasPublishedBeforeTheClientCameIsKept() {
    StreamHub hub = hub();
    catalog.publish("edge", clusters("old"));
    catalog.publish("edge", clusters("new"));

    assertThat(firstAnswer(hub, clusters("old"))).containsExactly("new", "old");
    assertThat(firstAnswer(hub, clusters("unknown"))).containsExactly("new");
  }

  @Test
  @Rule("O-10")
  void whatWasPublishedBeforeTheServerWasThereIsKept() {
    catalog.publish("edge", clusters("old"));
    StreamHub hub = hub();
    Map<String, Resource> swap = new HashMap<>();
    swap.put("old", null);
    swap.put("new", Resource.of(Cluster.newBuilder().setName("new").build()));
    catalog.update("edge", Map.of(CLUSTER, swap));

    assertThat(firstAnswer(hub, clusters("old"))).containsExactly("new", "old");
  }
}
