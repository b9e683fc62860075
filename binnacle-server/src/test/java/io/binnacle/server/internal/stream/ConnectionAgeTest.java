package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionAgeTest {

  private static final Duration HOUR = Duration.ofHours(1);

  /** What ends streams here is their age alone. */
  private static final ClientLimits SILENT_FOR_LONG =
      ClientLimits.DEFAULTS.withFirstRequest(Duration.ofDays(1_000));

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new ArrayList<>();
  private final ManualLoop loop = new ManualLoop();
  private double random;

  private StreamHub hub(StreamLimits limits) {
    return new StreamHub(
        catalog,
        SessionOptions.defaults("test"),
        limits,
        List.of(events::add),
        ViewHistory.NONE,
        new ClientAccount(SILENT_FOR_LONG, limits.streams()),
        () -> random);
  }

  private FakeIo open(StreamHub hub) {
    FakeIo io = new FakeIo();
    assertThat(hub.open(loop, io, Variant.SOTW, null, "peer")).isNotNull();
    return io;
  }

  @Test
  @Rule("B-7")
  void aStreamThatIsOldEnoughEndsAsUnavailableAfterItsConnectionIsRetired() {
    // Break: do not call retireConnection in StreamDriver.onAge
    FakeIo io = open(hub(StreamLimits.DEFAULTS.withMaxAge(HOUR, 0)));

    loop.advance(HOUR.minusNanos(1));
    assertThat(io.closed).isNull();
    loop.advance(Duration.ofNanos(1));

    assertThat(io.closed).extracting(CloseReason::code).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(io.retired).as("told first, so that it reconnects elsewhere").isTrue();
    StreamEvent last = events.get(events.size() - 1);
    assertThat(last).isInstanceOf(StreamEvent.Closed.class);
    assertThat(((StreamEvent.Closed) last).reason().kind()).isEqualTo("age");
  }

  @Test
  @Rule("B-7")
  void streamsOfAFleetEndAtDifferentTimesWithinTheJitter() {
    StreamHub hub = hub(StreamLimits.DEFAULTS.withMaxAge(HOUR, 0.5));
    random = 0;
    FakeIo latest = open(hub);
    random = 0.5;
    FakeIo middle = open(hub);
    random = 1;
    FakeIo earliest = open(hub);

    loop.advance(Duration.ofMinutes(30));
    assertThat(earliest.closed).isNotNull();
    assertThat(middle.closed).isNull();
    loop.advance(Duration.ofMinutes(15));
    assertThat(middle.closed).isNotNull();
    assertThat(latest.closed).isNull();
    loop.advance(Duration.ofMinutes(15));
    assertThat(latest.closed).isNotNull();
    assertThat(hub.openStreams()).isZero();
  }

  @Test
  void withoutABoundNoStreamEndsByItself() {
    FakeIo io = open(hub(StreamLimits.DEFAULTS));

    loop.advance(Duration.ofDays(365));

    assertThat(io.closed).isNull();
  }

  @Test
  void aStreamThatEndedBeforeIsNotEndedOnceMore() {
    StreamHub hub = hub(StreamLimits.DEFAULTS.withMaxAge(HOUR, 0));
    FakeIo io = new FakeIo();
    hub.open(loop, io, Variant.SOTW, null, "peer").onClosed(null);

    loop.advance(HOUR);

    assertThat(io.closed).isNull();
    assertThat(io.retired).isFalse();
  }

  @Test
  @Rule("B-7")
  void anOldStreamIsServedLikeAYoungOneUntilItEnds() {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    StreamHub hub = hub(StreamLimits.DEFAULTS.withMaxAge(HOUR, 0));
    FakeIo io = new FakeIo();
    StreamDriver driver = hub.open(loop, io, Variant.SOTW, null, "peer");
    loop.advance(HOUR.minusNanos(1));
    driver.onRequest(
        DiscoveryRequest.newBuilder().setTypeUrl(ResourceType.CLUSTER.typeUrl()).build());
    assertThat(io.sent).hasSize(1);

    loop.advance(Duration.ofNanos(1));
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("b").build()));
    loop.runAll();

    assertThat(io.sent).as("nothing after the end").hasSize(1);
  }

  @Test
  void anAgeOrJitterThatMeansNothingIsRefused() {
    assertThatThrownBy(() -> StreamLimits.DEFAULTS.withMaxAge(HOUR.negated(), 0))
        .hasMessageContaining("zero for none");
    assertThatThrownBy(() -> StreamLimits.DEFAULTS.withMaxAge(HOUR, 20))
        .hasMessageContaining("from 0 to 1");
  }
}
