package io.binnacle.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.stream.FakeIo;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@Rule("M-1")
class ConvergenceTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ManualLoop loop = new ManualLoop();
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(catalog, SessionOptions.defaults("test"), StreamLimits.DEFAULTS, List.of());
  private final FakeIo io = new FakeIo();
  private final StreamDriver driver =
      hub.open(loop, io, Variant.DELTA, ResourceType.CLUSTER, "peer");
  private int revision;

  ConvergenceTest() {
    CatalogViews.of(catalog).addListener(new Convergence(registry, loop::now));
    publish();
    driver.onRequest(
        DeltaDiscoveryRequest.newBuilder().setNode(Node.newBuilder().setId("n")).build());
    ack();
  }

  private void publish() {
    revision++;
    catalog.publish(
        "edge",
        Snapshot.of(Cluster.newBuilder().setName("c").setAltStatName("" + revision).build()));
    loop.runAll();
  }

  private void ack() {
    driver.onRequest(
        DeltaDiscoveryRequest.newBuilder().setResponseNonce(io.last().nonce()).build());
  }

  private Timer timer() {
    return registry.find("xds.server.convergence").tag("group", "edge").timer();
  }

  @Test
  void isTheTimeFromAPublishToTheLastAck() {
    publish();
    loop.advance(Duration.ofMillis(40));
    ack();
    publish();
    ack();

    assertThat(timer().count()).isEqualTo(2);
    assertThat(timer().max(TimeUnit.MILLISECONDS)).isEqualTo(40);
  }

  /** Break: {@code Convergence.follow} follows every publish. */
  @Test
  void fewPublishesAreFollowedAtATimeAndAreDoneTogether() {
    io.ready = false;
    for (int i = 0; i < 100; i++) {
      publish();
    }
    io.ready = true;
    driver.onReady();
    ack();
    assertThat(timer().count()).isEqualTo(8);

    publish();
    ack();
    assertThat(timer().count()).isEqualTo(9);
  }

  /** Break: {@code Convergence.follow} never lets go of what it follows. */
  @Test
  void whatHasTakenAMinuteMakesRoom() {
    io.ready = false;
    for (int i = 0; i < 8; i++) {
      publish();
    }
    loop.advance(Duration.ofMinutes(1));
    publish();
    loop.advance(Duration.ofSeconds(2));
    io.ready = true;
    driver.onReady();
    ack();

    assertThat(timer().count()).isEqualTo(8);
    assertThat(timer().totalTime(TimeUnit.SECONDS)).isEqualTo(7 * 62 + 2);
  }
}
