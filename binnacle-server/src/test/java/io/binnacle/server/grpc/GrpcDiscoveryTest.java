package io.binnacle.server.grpc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.Edits;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.envoy.Await;
import io.binnacle.server.history.BoundedViewHistory;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.cluster.v3.ClusterDiscoveryServiceGrpc;
import io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrpcDiscoveryTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BoundedViewHistory history = new BoundedViewHistory();
  private final GrpcDiscovery discovery =
      GrpcDiscovery.builder(catalog)
          .limits(StreamLimits.DEFAULTS.withStreams(1))
          .longPoll(Duration.ofMillis(50))
          .viewHistory(history)
          .loops(1)
          .meterRegistry(registry)
          .build();
  private final BlockingQueue<DiscoveryResponse> answers = new LinkedBlockingQueue<>();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
            new InetSocketAddress("127.0.0.1", 0), InsecureServerCredentials.create());
    discovery.services().forEach(builder::addService);
    server = builder.build().start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    discovery.close();
    server.shutdownNow();
  }

  private CompletableFuture<Status> openStream() {
    CompletableFuture<Status> end = new CompletableFuture<>();
    AggregatedDiscoveryServiceGrpc.newStub(channel)
        .streamAggregatedResources(
            new StreamObserver<>() {
              @Override
              public void onNext(DiscoveryResponse response) {
                answers.add(response);
              }

              @Override
              public void onError(Throwable cause) {
                end.complete(Status.fromThrowable(cause));
              }

              @Override
              public void onCompleted() {
                end.complete(Status.OK);
              }
            })
        .onNext(
            DiscoveryRequest.newBuilder()
                .setNode(Node.newBuilder().setId("n"))
                .setTypeUrl(ResourceType.CLUSTER.typeUrl())
                .build());
    return end;
  }

  private DiscoveryResponse answer() throws Exception {
    DiscoveryResponse answer = answers.poll(20, SECONDS);
    assertThat(answer).isNotNull();
    return answer;
  }

  @Test
  @Rule("B-3")
  void aStreamAboveTheLimitIsToldAndCounted() throws Exception {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    openStream();
    answer();

    Status refused = openStream().get(20, SECONDS);

    assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    Await.until(
        "the refusal is counted",
        () ->
            registry
                    .get("xds.server.streams.closed")
                    .tag("reason", "too-many-streams")
                    .counter()
                    .count()
                == 1);
    assertThat(discovery.status().nodes().get(20, SECONDS)).hasSize(1);
  }

  @Test
  @Rule("O-10")
  void whatClientsWereShownIsInTheHistoryThatWasGiven() throws Exception {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    openStream();

    String version = answer().getVersionInfo();

    assertThat(history.find(ResourceType.CLUSTER, version)).isNotNull();
  }

  @Test
  @Rule("P-6")
  void aFetchIsHeldNoLongerThanItWasSaid() {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    var clusters =
        ClusterDiscoveryServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, SECONDS);
    DiscoveryRequest first =
        DiscoveryRequest.newBuilder().setNode(Node.newBuilder().setId("n")).build();
    String version = clusters.fetchClusters(first).getVersionInfo();

    long before = System.nanoTime();
    var same = clusters.fetchClusters(first.toBuilder().setVersionInfo(version).build());

    assertThat(same.getVersionInfo()).isEqualTo(version);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void editsChangeWhatTheyNameAndNothingElse() throws Exception {
    catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder().setName("a").build(), Cluster.newBuilder().setName("b").build()));
    openStream();
    assertThat(answer().getResourcesCount()).isEqualTo(2);

    catalog.update(
        "edge",
        new Edits()
            .put(Cluster.newBuilder().setName("c").build())
            .remove(ResourceType.CLUSTER, "b")
            .remove(ResourceType.CLUSTER, "never there"));

    DiscoveryResponse next = answer();
    assertThat(next.getResourcesCount()).isEqualTo(2);
    assertThat(next.getResources(0).unpack(Cluster.class).getName()).isEqualTo("a");
    assertThat(next.getResources(1).unpack(Cluster.class).getName()).isEqualTo("c");
  }

  @Test
  @Rule("B-6")
  void anAssignerThatGivesNullEndsTheStreamAndNotInSilence() throws Exception {
    catalog.assigner(node -> null);

    Status end = openStream().get(20, SECONDS);

    assertThat(end.getCode()).isEqualTo(Status.Code.INTERNAL);
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    XdsServer second = XdsServer.builder(catalog).listen("127.0.0.1", server.getPort()).build();

    assertThatThrownBy(second::start)
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("127.0.0.1:" + server.getPort())
        .hasMessageContaining("another server");
    second.close();
  }

  @Test
  void optionsThatMeanNothingAreNamed() {
    assertThatThrownBy(() -> StreamLimits.DEFAULTS.withStreams(0))
        .hasMessage("streams must be positive, and is 0");
    assertThatThrownBy(() -> GrpcDiscovery.builder(catalog).loops(0))
        .hasMessageContaining("at least one loop");
    assertThatThrownBy(() -> new Edits().remove(ResourceType.CLUSTER, "xdstp://"))
        .hasMessageContaining("xdstp");
  }
}
