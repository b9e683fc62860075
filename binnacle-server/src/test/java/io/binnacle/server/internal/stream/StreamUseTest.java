package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stream makes the server keep, and how long it may ask for nothing (B-3). */
class StreamUseTest {

  private static final int MEBIBYTE = 1 << 20;
  private static final ClientLimits LIMITS =
      ClientLimits.DEFAULTS.withMemory(MEBIBYTE).withPeerShare(1);

  private final ClientAccount account = new ClientAccount(LIMITS, 10);
  private final List<StreamEvent> events = new ArrayList<>();
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(events::add),
          ViewHistory.NONE,
          account,
          () -> 0.5);
  private final ManualLoop loop = new ManualLoop();
  private final FakeIo io = new FakeIo();

  private StreamDriver open(FakeIo transport) {
    StreamDriver driver = hub.open(loop, transport, Variant.DELTA, null, "peer");
    assertThat(driver).isNotNull();
    return driver;
  }

  private static DeltaDiscoveryRequest.Builder names(int from, int to) {
    DeltaDiscoveryRequest.Builder request =
        DeltaDiscoveryRequest.newBuilder()
            .setTypeUrl(ResourceType.CLUSTER_LOAD_ASSIGNMENT.typeUrl());
    for (int i = from; i < to; i++) {
      request.addResourceNamesSubscribe("endpoints-of-cluster-" + i);
    }
    return request;
  }

  @Test
  @Rule("B-3")
  void aStreamThatNeverAsksForAnythingEnds() {
    // Break: leave out deadlines.firstRequest in StreamDriver.begin
    open(io);
    loop.advance(Duration.ofMillis(14_999));
    assertThat(io.closed).isNull();
    loop.advance(Duration.ofMillis(1));

    assertThat(io.closed)
        .isNotNull()
        .satisfies(
            reason -> {
              assertThat(reason.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
              assertThat(reason.kind()).isEqualTo("no-request");
              assertThat(reason.message()).contains("15000 ms");
            });
    assertThat(events).last().isInstanceOf(StreamEvent.Closed.class);
    assertThat(account.memory()).isZero();
  }

  @Test
  @Rule("B-3")
  void aStreamThatAskedOnceStaysHoweverSilentItIs() {
    open(io).onRequest(names(0, 1).build());
    loop.advance(Duration.ofDays(1));
    assertThat(io.closed).isNull();
  }

  /** Break: {@code StreamUse.answered} does nothing. */
  @Test
  @Rule("B-3")
  void whatAClientListsAsHeldCountsUntilItIsAnswered() {
    Snapshot.Builder published = Snapshot.builder();
    DeltaDiscoveryRequest.Builder request =
        DeltaDiscoveryRequest.newBuilder().setTypeUrl(ResourceType.CLUSTER.typeUrl());
    for (int i = 0; i < 1_000; i++) {
      Resource resource = Resource.of(Cluster.newBuilder().setName("c" + i).build());
      published.add(resource);
      request.putInitialResourceVersions(resource.name(), resource.version());
    }
    catalog.publish("edge", published.build());

    io.ready = false;
    StreamDriver driver = open(io);
    driver.onRequest(request.build());
    assertThat(account.memory()).isGreaterThan(50_000);
    io.ready = true;
    driver.onReady();

    assertThat(io.sent).as("it holds everything").isEmpty();
    assertThat(account.memory()).isLessThan(30_000);
  }

  @Test
  @Rule("B-3")
  void aStreamThatSubscribesMoreThanThereIsRoomForEndsAndOthersGoOn() {
    // Break: leave out use.requested in StreamDriver.onOutcome
    StreamDriver other = open(new FakeIo());
    FakeIo third = new FakeIo();
    StreamDriver small = open(third);
    small.onRequest(names(0, 10).build());
    other.onRequest(names(0, 2_000).build());
    StreamDriver greedy = open(io);
    greedy.onRequest(names(0, 1_000).build());
    assertThat(io.closed).isNull();
    greedy.onRequest(names(1_000, 3_000).build());

    assertThat(io.closed)
        .isNotNull()
        .satisfies(
            reason -> {
              assertThat(reason.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
              assertThat(reason.kind()).isEqualTo("memory");
            });
    small.onRequest(names(10, 20).build());
    assertThat(third.closed).isNull();
  }

  @Test
  @Rule("B-3")
  void whatIsUnsubscribedOrEndedIsGivenBack() {
    StreamDriver driver = open(io);
    driver.onRequest(names(0, 1).build());
    long one = account.memory();
    driver.onRequest(names(1, 2_000).build());
    assertThat(account.memory()).isGreaterThan(one + 1_999 * 100);
    DeltaDiscoveryRequest.Builder drop = names(0, 0);
    names(1, 2_000).getResourceNamesSubscribeList().forEach(drop::addResourceNamesUnsubscribe);
    driver.onRequest(drop.build());
    assertThat(account.memory()).isEqualTo(one);

    driver.onClosed(null);
    assertThat(account.memory()).isZero();
    assertThat(hub.openStreams()).isZero();
  }

  @Test
  @Rule("B-3")
  void aLargeNodeAndHalfARequestCount() {
    StreamDriver driver = open(io);
    driver.onBuffered(MEBIBYTE / 2);
    assertThat(account.memory()).isGreaterThan(MEBIBYTE / 2);
    driver.onBuffered(0);
    Node large = Node.newBuilder().setId("x".repeat(MEBIBYTE / 2)).build();
    driver.onRequest(names(0, 1).setNode(large).build());

    assertThat(io.closed).extracting(CloseReason::kind).isEqualTo("memory");
    FakeIo half = new FakeIo();
    open(half).onBuffered(MEBIBYTE);
    assertThat(half.closed).extracting(CloseReason::kind).isEqualTo("memory");
  }
}
