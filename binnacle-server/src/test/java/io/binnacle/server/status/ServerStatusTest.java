package io.binnacle.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.stream.StreamIo;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerStatusTest {

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final InstantSource source = () -> now;
  private final ServerStatus status = new ServerStatus(source.withZone(ZoneOffset.UTC));
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(
          catalog, SessionOptions.defaults("test"), StreamLimits.DEFAULTS, List.of(status));

  {
    status.follow(hub::streams);
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
  }

  private List<NodeStatus> nodes() {
    return status.nodes().join();
  }

  /** A stream with one request of a type. */
  private StreamDriver open(String nodeId, ResourceType type) {
    StreamDriver driver = hub.open(new HereAndNow(), new Sink(), Variant.SOTW, null, "peer");
    assertThat(driver).isNotNull();
    driver.onRequest(
        DiscoveryRequest.newBuilder()
            .setNode(Node.newBuilder().setId(nodeId))
            .setTypeUrl(type.typeUrl())
            .build());
    return driver;
  }

  @Test
  @Rule("ST-1")
  void streamsOfOneIdAndGroupAreOneNodeWithEachStreamListed() {
    open("n/1", ResourceType.CLUSTER);
    open("n/1", ResourceType.LISTENER);
    open("", ResourceType.CLUSTER);

    assertThat(nodes()).extracting(NodeStatus::nodeId).containsExactly("", "n/1");
    NodeStatus node = nodes().get(1);
    assertThat(node.group()).isEqualTo("edge");
    assertThat(node.streams()).hasSize(2);
    assertThat(node.types().keySet()).containsExactly(ResourceType.CLUSTER, ResourceType.LISTENER);
    assertThat(node.isConnected()).isTrue();
  }

  @Test
  @Rule("ST-1")
  void theWorstStateOfAllStreamsWins() {
    NodeStatus node =
        new NodeStatus(
            "n",
            "edge",
            "",
            List.of(
                Streams.status(
                    1, "n", "edge", Streams.type(ResourceType.CLUSTER, SyncState.NACKED)),
                Streams.status(
                    2,
                    "n",
                    "edge",
                    Streams.type(ResourceType.CLUSTER, SyncState.SYNCED),
                    Streams.type(ResourceType.LISTENER, SyncState.STALE))),
            null);

    assertThat(node.types().get(ResourceType.CLUSTER).state()).isEqualTo(SyncState.NACKED);
    assertThat(node.types().get(ResourceType.LISTENER).state()).isEqualTo(SyncState.STALE);
    assertThat(node.state()).isEqualTo(SyncState.NACKED);
  }

  @Test
  @Rule("ST-1")
  void aNodeIsShownForTenMinutesAfterItsLastStream() {
    StreamDriver first = open("n", ResourceType.CLUSTER);
    StreamDriver last = open("n", ResourceType.LISTENER);
    first.onClosed(null);
    assertThat(nodes()).singleElement().matches(NodeStatus::isConnected);
    last.onClosed(null);

    assertThat(nodes()).singleElement().extracting(NodeStatus::goneSince).isEqualTo(now);
    assertThat(nodes().get(0).state()).isEqualTo(SyncState.DISCONNECTED);
    assertThat(nodes().get(0).types().get(ResourceType.LISTENER))
        .extracting(TypeStatus::state)
        .isEqualTo(SyncState.DISCONNECTED);
    now = now.plus(Duration.ofMinutes(10)).minusMillis(1);
    assertThat(nodes()).hasSize(1);
    now = now.plusMillis(1);
    assertThat(nodes()).isEmpty();
  }

  @Test
  @Rule("ST-1")
  void aNodeThatComesBackIsConnectedAgain() {
    open("n", ResourceType.CLUSTER).onClosed(null);
    open("n", ResourceType.CLUSTER);

    assertThat(nodes()).singleElement().matches(NodeStatus::isConnected);
  }

  @Test
  @Rule("ST-1")
  void ofNodesThatLeftTheTenThousandLatestAreKept() {
    for (int i = 0; i <= 10_000; i++) {
      status.onEvent(new StreamEvent.Closed(Streams.info(i, "n" + i, "edge"), null, List.of(), 0));
    }

    assertThat(nodes()).hasSize(10_000);
    assertThat(nodes()).extracting(NodeStatus::nodeId).doesNotContain("n0").contains("n10000");
  }

  @Test
  void theClientSaysItsNameAndVersion() {
    Node.Builder node = Node.newBuilder().setUserAgentName("envoy");
    node.getUserAgentBuildVersionBuilder().getVersionBuilder().setMajorNumber(1).setMinorNumber(40);
    var info = Streams.info(1, "n", "edge");
    var stream = new StreamInfo(1, Variant.SOTW, null, "peer", node.build(), info.group());

    assertThat(new StreamStatus(stream, now, List.of(), List.of()).client())
        .isEqualTo("envoy 1.40.0");
  }

  /** Runs everything at once, on the caller. */
  private record HereAndNow() implements Loop {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
      return () -> {};
    }

    @Override
    public long now() {
      return 0;
    }
  }

  private static final class Sink implements StreamIo {
    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void send(Response response) {}

    @Override
    public void close(CloseReason reason) {}

    @Override
    public void readRequests(boolean reading) {}
  }
}
