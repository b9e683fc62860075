package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamDriverTest {

  private static final ResourceType CDS = ResourceType.CLUSTER;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new ArrayList<>();
  private final StreamLimits limits = new StreamLimits(3, 10, 5);
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          limits,
          List.of(new SeenStreams(), events::add));
  private final ManualLoop loop = new ManualLoop();
  private final FakeIo io = new FakeIo();

  private static Snapshot clusters(String... names) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String name : names) {
      snapshot.add(Cluster.newBuilder().setName(name).build());
    }
    return snapshot.build();
  }

  private StreamDriver open(FakeIo transport) {
    StreamDriver driver = hub.open(loop, transport, Variant.SOTW, null, "peer");
    assertThat(driver).isNotNull();
    return driver;
  }

  private static DiscoveryRequest first(String nodeId) {
    return DiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId(nodeId))
        .setTypeUrl(CDS.typeUrl())
        .build();
  }

  private static DiscoveryRequest ack(FakeIo transport) {
    return DiscoveryRequest.newBuilder()
        .setTypeUrl(CDS.typeUrl())
        .setVersionInfo(transport.last().version())
        .setResponseNonce(transport.last().nonce())
        .build();
  }

  @Test
  void aPublishReachesTheStreamThroughOneTaskOfItsLoop() {
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    driver.onRequest(ack(io));

    FakeIo second = new FakeIo();
    StreamDriver other = open(second);
    other.onRequest(first("m"));
    other.onRequest(ack(second));
    catalog.publish("edge", clusters("a", "b"));

    assertThat(loop.waiting()).as("one wake-up for a loop, not for a stream").isEqualTo(1);
    loop.runAll();
    assertThat(io.last().resources()).hasSize(2);
    assertThat(second.last().body()).as("B-2: the same bytes").isSameAs(io.last().body());
  }

  @Test
  @Rule({"B-1", "S-18"})
  void whileTheTransportIsNotReadyNothingIsQueuedAndThenTheNewestStateGoesOut() {
    // Break: call io.send without asking isReady in StreamDriver.pump
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    io.ready = false;
    driver.onRequest(first("n"));
    for (int i = 0; i < 100; i++) {
      catalog.publish("edge", clusters("a", "c" + i));
      loop.runAll();
    }
    assertThat(io.sent).isEmpty();

    io.ready = true;
    driver.onReady();

    assertThat(io.sent).hasSize(1);
    assertThat(io.last().resources()).extracting("name").containsExactly("a", "c99");
  }

  @Test
  @Rule("B-2")
  void streamsThatMakeTheSameStepGetTheSameBytes() {
    catalog.publish("edge", clusters("a", "b"));
    FakeIo second = new FakeIo();
    open(io).onRequest(first("n"));
    open(second).onRequest(first("m"));

    assertThat(second.last().body()).isSameAs(io.last().body());
  }

  @Test
  @Rule("B-6")
  void anExceptionInOneStreamEndsItAndNoOther() {
    catalog.publish("edge", clusters("a"));
    FakeIo broken = new FakeIo();
    broken.failure = new IllegalStateException("broken transport");
    StreamDriver driver = open(broken);
    StreamDriver healthy = open(io);
    healthy.onRequest(first("n"));
    driver.onRequest(first("m"));

    assertThat(broken.closed).extracting(CloseReason::code).isEqualTo(Status.Code.INTERNAL);
    catalog.publish("edge", clusters("b"));
    loop.runAll();
    assertThat(io.sent).hasSize(2);
    assertThat(io.closed).isNull();
  }

  @Test
  @Rule("B-6")
  void aFailingListenerHarmsNoStream() {
    StreamHub fragile =
        new StreamHub(
            catalog,
            SessionOptions.defaults("test"),
            limits,
            List.of(
                event -> {
                  throw new IllegalStateException("listener");
                }));
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = fragile.open(loop, io, Variant.SOTW, null, "peer");
    assertThat(driver).isNotNull();
    driver.onRequest(first("n"));

    assertThat(io.sent).hasSize(1);
    assertThat(io.closed).isNull();
  }

  @Test
  @Rule("B-4")
  void aRequestThatBreaksTheProtocolEndsItsStreamOnly() {
    catalog.publish("edge", clusters("a"));
    FakeIo bad = new FakeIo();
    StreamDriver driver = open(bad);
    open(io).onRequest(first("n"));
    driver.onRequest(DiscoveryRequest.getDefaultInstance());

    assertThat(bad.closed).extracting(CloseReason::code).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(io.closed).isNull();
    assertThat(hub.openStreams()).isEqualTo(1);
  }

  @Test
  @Rule("B-3")
  void moreRequestsThanTheRatePauseReadingAndCloseNothing() {
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    for (int i = 0; i < 5; i++) {
      driver.onRequest(ack(io));
    }
    assertThat(io.reading).isFalse();
    assertThat(io.closed).isNull();

    loop.advance(Duration.ofMillis(99));
    assertThat(io.reading).isFalse();
    loop.advance(Duration.ofMillis(2));
    assertThat(io.reading).isTrue();
  }

  @Test
  @Rule("B-3")
  void aStreamBeyondTheLimitIsRefusedAndAClosedOneMakesRoom() {
    List<StreamDriver> drivers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      drivers.add(open(new FakeIo()));
    }
    assertThat(hub.open(loop, io, Variant.SOTW, null, "peer")).isNull();
    assertThat(io.closed).extracting(CloseReason::code).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

    drivers.get(0).onClosed(null);
    assertThat(hub.open(loop, new FakeIo(), Variant.SOTW, null, "peer")).isNotNull();
  }

  @Test
  @Rule("B-5")
  void aDrainingServerRefusesNewStreamsAndThenEndsTheOthersAsUnavailable() {
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    hub.drain();

    FakeIo late = new FakeIo();
    assertThat(hub.open(loop, late, Variant.SOTW, null, "peer")).isNull();
    assertThat(late.closed).extracting(CloseReason::code).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(io.closed).as("open streams go on while draining").isNull();

    var done = hub.closeAll(CloseReason.drain());
    loop.runAll();
    assertThat(done).isCompleted();
    assertThat(io.closed).extracting(CloseReason::code).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(hub.openStreams()).isZero();
  }

  @Test
  @Rule("O-7")
  void aTypedStreamIsServedOnItsOwnWhateverTheOthersOfItsNodeDo() {
    // Break: let a typed session wait for another type, or send what S-17 demands on ADS only
    Cluster cluster = Cluster.newBuilder().setName("c").setType(Cluster.DiscoveryType.EDS).build();
    RouteConfiguration routes = RouteConfiguration.newBuilder().setName("r").build();
    ClusterLoadAssignment endpoints =
        ClusterLoadAssignment.newBuilder().setClusterName("c").build();
    catalog.publish("edge", Snapshot.of(cluster, routes, endpoints));
    FakeIo clusterIo = new FakeIo();
    FakeIo endpointIo = new FakeIo();
    typed(clusterIo, CDS);
    typed(io, ResourceType.ROUTE_CONFIGURATION, "r");
    typed(endpointIo, ResourceType.CLUSTER_LOAD_ASSIGNMENT, "c");

    clusterIo.ready = false;
    Cluster changed = cluster.toBuilder().setAltStatName("changed").build();
    RouteConfiguration other = routes.toBuilder().addInternalOnlyHeaders("x").build();
    catalog.publish("edge", Snapshot.of(changed, other, endpoints));
    loop.runAll();

    assertThat(clusterIo.sent).as("stalled").hasSize(1);
    assertThat(io.sent).as("routes do not wait for the clusters of another stream").hasSize(2);
    assertThat(endpointIo.sent).as("no resend behind a cluster: ED-51").hasSize(1);
  }

  private void typed(FakeIo transport, ResourceType type, String... names) {
    StreamDriver driver = hub.open(loop, transport, Variant.SOTW, type, "peer");
    assertThat(driver).isNotNull();
    driver.onRequest(
        DiscoveryRequest.newBuilder()
            .setNode(Node.newBuilder().setId("n"))
            .addAllResourceNames(List.of(names))
            .build());
  }

  @Test
  @Rule({"N-3", "N-1"})
  void theNodeIsAssignedAtTheStartAndAgainWhenTheRulesChangeOnly() {
    catalog.publish("edge", clusters("a"));
    catalog.publish("core", clusters("b"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    // another node in a later request changes nothing
    driver.onRequest(ack(io).toBuilder().setNode(Node.newBuilder().setId("core-1")).build());
    assertThat(io.sent).hasSize(1);

    catalog.assigner(node -> new NodeAssignment.Group(ViewKey.of("core")));
    loop.runAll();

    assertThat(io.last().resources()).extracting("name").containsExactly("b");
    catalog.publish("edge", clusters("x"));
    loop.runAll();
    assertThat(io.sent).as("the old group concerns it no more").hasSize(2);
  }

  @Test
  @Rule("G-3a")
  void anUnmatchedNodeIsAnsweredAsEmptyWhenItHoldsNothingAndWithSilenceWhenItDoes() {
    catalog.assigner(node -> new NodeAssignment.Unmatched());
    open(io).onRequest(first("n"));
    FakeIo returning = new FakeIo();
    open(returning).onRequest(first("m").toBuilder().setVersionInfo("7").build());

    assertThat(io.sent).hasSize(1);
    assertThat(io.last().resources()).isEmpty();
    assertThat(returning.sent).isEmpty();
  }

  @Test
  @Rule("G-3a")
  void theNodesOfARemovedGroupKeepWhatTheyHaveAndFollowItWhenItComesBack() {
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    driver.onRequest(ack(io));
    catalog.remove("edge");
    loop.runAll();
    assertThat(io.sent).hasSize(1);

    catalog.publish("edge", clusters("a", "b"));
    loop.runAll();
    assertThat(io.last().resources()).hasSize(2);
  }

  @Test
  void aTemplateIsRenderedInTheBackgroundAndThenServed() {
    catalog.assigner(
        node -> new NodeAssignment.Group(new ViewKey("edge", Map.of("id", node.getId()))));
    catalog.publish("edge", variables -> clusters("of-" + variables.get("id")));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    awaitTask();
    loop.runAll();

    assertThat(io.last().resources()).extracting("name").containsExactly("of-n");
    catalog.publish("edge", variables -> clusters("now-" + variables.get("id")));
    loop.runAll();
    assertThat(io.last().resources()).extracting("name").containsExactly("now-n");
  }

  private void awaitTask() {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (loop.waiting() == 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theFeedTellsWhatHappenedInOrder() {
    catalog.publish("edge", clusters("a"));
    StreamDriver driver = open(io);
    driver.onRequest(first("n"));
    loop.advance(Duration.ofMillis(3));
    driver.onRequest(ack(io));
    driver.onClosed(null);

    assertThat(events)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Opened", "Assigned", "Requested", "Sent", "Requested", "Acked", "Closed");
    StreamEvent.Acked acked = (StreamEvent.Acked) events.get(5);
    assertThat(acked.afterNanos()).isEqualTo(Duration.ofMillis(3).toNanos());
    assertThat(acked.stream().group()).isEqualTo("edge");
  }
}
