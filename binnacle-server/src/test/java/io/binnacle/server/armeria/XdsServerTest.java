package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class XdsServerTest {

  private static final String ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private XdsServer server;
  private ManagedChannel channel;

  @BeforeEach
  void start() {
    catalog.publish("edge", everyType());
    server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.close();
  }

  private static Snapshot everyType() {
    return Snapshot.builder()
        .add(Listener.newBuilder().setName("one").build())
        .add(RouteConfiguration.newBuilder().setName("one").build())
        .add(ScopedRouteConfiguration.newBuilder().setName("one").build())
        .add(VirtualHost.newBuilder().setName("one").build())
        .add(Cluster.newBuilder().setName("one").build())
        .add(ClusterLoadAssignment.newBuilder().setClusterName("one").build())
        .add(Resource.builder("one", LbEndpoint.getDefaultInstance()).build())
        .add(Secret.newBuilder().setName("one").build())
        .add(Runtime.newBuilder().setName("one").build())
        .add(TypedExtensionConfig.newBuilder().setName("one").build())
        .build();
  }

  static DiscoveryRequest request(ResourceType type) {
    return DiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("test"))
        .setTypeUrl(type.typeUrl())
        .addResourceNames("one")
        .build();
  }

  private static DeltaDiscoveryRequest deltaRequest(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("test"))
        .setTypeUrl(type.typeUrl())
        .addResourceNamesSubscribe("one")
        .build();
  }

  @Test
  @Rule("T-1")
  void everyStreamingMethodIsServedOnOnePort() throws Exception {
    assertThat(DiscoveryMethod.all()).hasSize(20);
    for (DiscoveryMethod method : DiscoveryMethod.all()) {
      List<ResourceType> types =
          method.onlyType() == null
              ? List.of(ResourceType.LISTENER, ResourceType.SECRET)
              : List.of(method.onlyType());
      for (ResourceType type : types) {
        if (!method.delta()) {
          var stream = GrpcStream.sotw(channel, "/" + method.fullName()).send(request(type));
          assertThat(stream.next().getTypeUrl()).as(method.fullName()).isEqualTo(type.typeUrl());
          stream.cancel();
        } else {
          var stream = GrpcStream.delta(channel, "/" + method.fullName()).send(deltaRequest(type));
          assertThat(stream.next().getTypeUrl()).as(method.fullName()).isEqualTo(type.typeUrl());
          stream.cancel();
        }
      }
    }
  }

  @Test
  void aChangeIsPushedAndCarriesANonceOfItsOwn() throws Exception {
    var stream = GrpcStream.sotw(channel, ADS).send(request(ResourceType.CLUSTER));
    DiscoveryResponse first = stream.next();
    assertThat(first.getResources(0).unpack(Cluster.class).getName()).isEqualTo("one");
    catalog.publish(
        "edge", Snapshot.of(Cluster.newBuilder().setName("one").setAltStatName("changed").build()));

    DiscoveryResponse second = stream.next();

    assertThat(second.getResources(0).unpack(Cluster.class).getAltStatName()).isEqualTo("changed");
    assertThat(second.getNonce()).isNotEmpty().isNotEqualTo(first.getNonce());
    assertThat(second.getControlPlane().getIdentifier()).isEqualTo("binnacle");
  }

  @Test
  void compressedRequestsAreRead() throws Exception {
    var stream =
        GrpcStream.sotw(channel, ADS, CallOptions.DEFAULT.withCompression("gzip"))
            .send(request(ResourceType.CLUSTER));

    assertThat(stream.next().getResourcesCount()).isEqualTo(1);
  }

  @Test
  void aStreamThatTheClientEndsInOrderEndsWithOk() throws Exception {
    var stream = GrpcStream.sotw(channel, ADS).send(request(ResourceType.CLUSTER));
    stream.next();

    stream.halfClose();
    stream.read(1);

    assertThat(stream.status().getCode()).isEqualTo(Status.Code.OK);
  }
}
