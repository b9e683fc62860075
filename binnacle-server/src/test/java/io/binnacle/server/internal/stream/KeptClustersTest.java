package io.binnacle.server.internal.stream;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clusters that are gone, and that an Envoy brings back to the server again and again. */
class KeptClustersTest {

  private static final Duration BOUND = OrderOptions.DEFAULTS.removals();

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(catalog, SessionOptions.defaults("test"), StreamLimits.DEFAULTS, List.of());
  private final ManualLoop loop = new ManualLoop();

  private static DeltaDiscoveryRequest.Builder request(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("node").setUserAgentName("envoy"))
        .setTypeUrl(type.typeUrl());
  }

  /**
   * A stream of an Envoy that has a cluster and a RouteConfiguration which are both gone.
   *
   * @return the names of clusters that it was told are gone, within the time
   */
  private List<String> removedOnOneStream(Duration lasting) {
    FakeIo io = new FakeIo();
    StreamDriver driver = hub.open(loop, io, Variant.DELTA, null, "peer");
    assertThat(driver).isNotNull();
    driver.onRequest(request(CLUSTER).putInitialResourceVersions("old", "1").build());
    driver.onRequest(request(LISTENER).build());
    driver.onRequest(
        request(ROUTE_CONFIGURATION)
            .addResourceNamesSubscribe("gone")
            .putAllInitialResourceVersions(Map.of("gone", "1"))
            .build());
    for (int next = 0; next < io.sent.size(); next++) {
      Response response = io.sent.get(next);
      driver.onRequest(request(response.type()).setResponseNonce(response.nonce()).build());
    }
    loop.advance(lasting);
    driver.onClosed(null);
    List<String> removed = new ArrayList<>();
    io.sent.stream()
        .filter(response -> response.type().equals(CLUSTER))
        .forEach(response -> removed.addAll(response.removed()));
    return removed;
  }

  /** Break: give each session a {@code BoundedNodeMemory} of its own in {@code StreamHub.open}. */
  @Test
  @Rule("O-9")
  void fiftyStreamsOfANodeKeepAClusterNoLongerThanOne() {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("new").build()));
    Duration each = BOUND.dividedBy(45);

    for (int i = 0; i < 44; i++) {
      assertThat(removedOnOneStream(each)).as("stream %s", i).isEmpty();
    }
    assertThat(removedOnOneStream(each.multipliedBy(2))).containsExactly("old");
    for (int i = 46; i < 50; i++) {
      assertThat(removedOnOneStream(each)).as("stream %s", i).containsExactly("old");
    }
  }
}
