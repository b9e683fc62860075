package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetiredConnectionTest {

  private static final String ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
  private static final DiscoveryRequest CLUSTERS =
      DiscoveryRequest.newBuilder().setTypeUrl(ResourceType.CLUSTER.typeUrl()).build();

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new CopyOnWriteArrayList<>();
  private final XdsServer server =
      XdsServer.builder(catalog)
          .listen("127.0.0.1", 0)
          .limits(StreamLimits.DEFAULTS.withMaxAge(Duration.ofMillis(500), 0))
          .listener(events::add)
          .build()
          .start();
  private final ManagedChannel channel =
      NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.close();
  }

  @Test
  @Rule("B-7")
  void theStreamAfterAnOldOneComesOverANewConnection() throws Exception {
    // Break: do nothing in ArmeriaStream.retireConnection
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("one").build()));
    var old = GrpcStream.sotw(channel, ADS).send(CLUSTERS);
    assertThat(old.next().getResourcesCount()).isEqualTo(1);
    old.read(1);

    Status status = old.status();
    assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(status.getDescription()).contains("maximum age");
    var young = GrpcStream.sotw(channel, ADS).send(CLUSTERS);
    assertThat(young.next().getResourcesCount()).isEqualTo(1);

    assertThat(events.stream().filter(StreamEvent.Opened.class::isInstance))
        .extracting(event -> event.stream().peer())
        .as("two streams, two connections")
        .hasSize(2)
        .doesNotHaveDuplicates();
  }
}
