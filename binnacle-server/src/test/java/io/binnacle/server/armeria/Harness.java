package io.binnacle.server.armeria;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A running server with one group, and clients of it; all ends with the test. */
public final class Harness implements AutoCloseable {

  static final String ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  final BlockingQueue<StreamEvent> events = new LinkedBlockingQueue<>();
  final XdsServer server;
  private final List<ManagedChannel> channels = new ArrayList<>();

  /** A server whose parts need the catalog. */
  Harness(BiFunction<XdsServerBuilder, Catalog, XdsServerBuilder> options) {
    XdsServerBuilder builder =
        XdsServer.builder(catalog)
            .listen("127.0.0.1", 0)
            .listener(new SeenStreams().and(events::add));
    server = options.apply(builder, catalog).build().start();
  }

  Harness(UnaryOperator<XdsServerBuilder> options) {
    this((builder, catalog) -> options.apply(builder));
  }

  Harness() {
    this(UnaryOperator.identity());
  }

  /** A connection of its own. */
  ManagedChannel connect() {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port())
            .flowControlWindow(1 << 20) // fixed: left alone it grows
            .usePlaintext()
            .maxInboundMessageSize(64 << 20)
            .build();
    channels.add(channel);
    return channel;
  }

  /** An ADS stream whose first request was sent: all clusters. */
  GrpcStream<DiscoveryRequest, DiscoveryResponse> clusters(ManagedChannel channel) {
    return GrpcStream.sotw(channel, ADS).send(firstRequest("test"));
  }

  public static DiscoveryRequest firstRequest(String nodeId) {
    return DiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId(nodeId))
        .setTypeUrl(ResourceType.CLUSTER.typeUrl())
        .build();
  }

  static DiscoveryRequest ack(DiscoveryResponse response) {
    return DiscoveryRequest.newBuilder()
        .setTypeUrl(response.getTypeUrl())
        .setVersionInfo(response.getVersionInfo())
        .setResponseNonce(response.getNonce())
        .build();
  }

  void publish(String clusterName) {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName(clusterName).build()));
  }

  /** Waits for an event, dropping those before it. */
  <T extends StreamEvent> T await(Class<T> kind, Predicate<T> which) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      StreamEvent event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        throw new AssertionError("no " + kind.getSimpleName() + " came");
      }
      if (kind.isInstance(event) && which.test(kind.cast(event))) {
        return kind.cast(event);
      }
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }
}
