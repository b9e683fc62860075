package io.binnacle.server.internal.stream;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.HeldChange;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stream holds back is reported: in its status, in events, and by publications. */
class HeldBackTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new ArrayList<>();
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams(), events::add));
  private final ManualLoop loop = new ManualLoop();
  private final FakeIo io = new FakeIo();
  private final StreamDriver driver = hub.open(loop, io, Variant.DELTA, null, "peer");

  private static Snapshot world(String cluster) {
    VirtualHost host =
        VirtualHost.newBuilder()
            .setName("all")
            .addDomains("*")
            .addRoutes(
                Route.newBuilder()
                    .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                    .setRoute(RouteAction.newBuilder().setCluster(cluster)))
            .build();
    return Snapshot.of(
        Cluster.newBuilder().setName(cluster).build(),
        RouteConfiguration.newBuilder().setName("r").addVirtualHosts(host).build());
  }

  private Publication publish(String cluster) {
    Publication publication = catalog.publish("edge", world(cluster));
    loop.runAll();
    return publication;
  }

  private DeltaDiscoveryRequest.Builder request(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("node"))
        .setTypeUrl(type.typeUrl());
  }

  private void ack(ResourceType type) {
    Response last = io.last();
    assertThat(last.type()).isEqualTo(type);
    driver.onRequest(request(type).setResponseNonce(last.nonce()).build());
  }

  private void connect() {
    publish("old");
    driver.onRequest(request(CLUSTER).build());
    ack(CLUSTER);
    driver.onRequest(request(ROUTE_CONFIGURATION).addResourceNamesSubscribe("r").build());
    ack(ROUTE_CONFIGURATION);
  }

  @Test
  @Rule({"O-2", "O-3"})
  void statusAndEventsSayWhatWaitsAndWhy() {
    connect();
    publish("new");

    assertThat(driver.snapshot().heldBack())
        .extracting(HeldChange::type, HeldChange::name, HeldChange::removal, HeldChange::reason)
        .containsExactlyInAnyOrder(
            tuple(ROUTE_CONFIGURATION, "r", false, HoldReason.CLUSTER_NOT_ACKED),
            tuple(CLUSTER, "old", true, HoldReason.STILL_NAMED));
    ack(CLUSTER);
    ack(ROUTE_CONFIGURATION);
    ack(CLUSTER);

    assertThat(driver.snapshot().heldBack()).isEmpty();
    assertThat(events.stream().filter(StreamEvent.HeldBack.class::isInstance))
        .extracting(event -> ((StreamEvent.HeldBack) event).event().kind())
        .containsExactlyInAnyOrder(
            HoldEvent.Kind.BEGAN, HoldEvent.Kind.BEGAN, HoldEvent.Kind.ENDED, HoldEvent.Kind.ENDED);
  }

  /** Break: {@code StreamDriver.tellAnswer} counts the ACK of one phase for the whole. */
  @Test
  @Rule("O-8")
  void publicationIsAcceptedWhenTheLastPhaseIs() {
    connect();
    Publication publication = publish("new");

    ack(CLUSTER);
    assertThat(publication.whenSettled()).isNotDone();
    ack(ROUTE_CONFIGURATION);
    assertThat(publication.whenSettled()).isNotDone();
    ack(CLUSTER);

    assertThat(publication.whenSettled()).isCompleted();
    assertThat(publication.soFar().isAccepted()).isTrue();
  }

  @Test
  @Rule("O-4")
  void loopWakesTheStreamWhenTheBoundIsReached() {
    connect();
    publish("new");
    int sent = io.sent.size();

    loop.advance(Duration.ofSeconds(20));

    assertThat(io.sent.size()).isGreaterThan(sent);
    assertThat(io.last().type()).isEqualTo(ROUTE_CONFIGURATION);
  }
}
