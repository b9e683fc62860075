package io.binnacle.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.Edits;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.OwnThreads;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Extension;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Unary Fetch, on both servers. */
class FetchTest {

  private static final FetchMethod CLUSTERS =
      FetchMethod.all().stream()
          .filter(method -> method.method().equals("FetchClusters"))
          .findFirst()
          .orElseThrow();

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final BlockingQueue<StreamEvent> events = new LinkedBlockingQueue<>();
  private ControlPlane.Running server;
  private ManagedChannel channel;

  private void start(ControlPlane kind) throws Exception {
    server = kind.start(catalog, 0, events::add);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
  }

  @AfterEach
  void stop() throws Exception {
    channel.shutdownNow();
    server.close();
  }

  private void publish(String name) {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName(name).build()));
  }

  private DiscoveryResponse fetch(FetchMethod method, CallOptions options, String version) {
    return fetch(method, options, version, List.of());
  }

  private DiscoveryResponse fetch(
      FetchMethod method, CallOptions options, String version, List<String> names) {
    MethodDescriptor<DiscoveryRequest, DiscoveryResponse> unary =
        MethodDescriptor.<DiscoveryRequest, DiscoveryResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(method.fullName())
            .setRequestMarshaller(ProtoUtils.marshaller(DiscoveryRequest.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(DiscoveryResponse.getDefaultInstance()))
            .build();
    DiscoveryRequest request =
        DiscoveryRequest.newBuilder()
            .setNode(
                Node.newBuilder()
                    .setId("n")
                    .addExtensions(Extension.newBuilder().setName("x".repeat(60_000))))
            .setVersionInfo(version)
            .addAllResourceNames(names)
            .build();
    return ClientCalls.blockingUnaryCall(channel, unary, options, request);
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"T-1", "T-4", "P-6", "SDS-1"})
  void everyMethodAnswersAtOnceWithoutADeadline(ControlPlane kind) throws Exception {
    start(kind);
    catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder().setName("a").build(), Secret.newBuilder().setName("s").build()));
    for (FetchMethod method : FetchMethod.all()) {
      DiscoveryResponse response = fetch(method, CallOptions.DEFAULT, "");

      assertThat(response.getTypeUrl()).isEqualTo(method.type().typeUrl());
      assertThat(response.getVersionInfo()).isNotEmpty();
      assertThat(response.getNonce()).isNotEmpty();
      assertThat(response.getControlPlane().getIdentifier()).isEqualTo("binnacle");
      boolean has = method == CLUSTERS || method.type().equals(ResourceType.SECRET);
      assertThat(response.getResourcesCount()).as(method.fullName()).isEqualTo(has ? 1 : 0);
      DiscoveryResponse same = fetch(method, CallOptions.DEFAULT, response.getVersionInfo());
      assertThat(same.getVersionInfo()).isEqualTo(response.getVersionInfo());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"T-1", "T-5", "P-6"})
  @Covers({"LDS", "RDS", "SRDS", "CDS", "EDS", "SDS", "RTDS", "ECDS"})
  void aResourceOfEveryTypeIsFetchedByItsName(ControlPlane kind) throws Exception {
    start(kind);
    List<Message> all =
        List.of(
            Listener.newBuilder().setName("x").build(),
            RouteConfiguration.newBuilder().setName("x").build(),
            ScopedRouteConfiguration.newBuilder().setName("x").build(),
            Cluster.newBuilder().setName("x").build(),
            ClusterLoadAssignment.newBuilder().setClusterName("x").build(),
            Secret.newBuilder().setName("x").build(),
            Runtime.newBuilder().setName("x").build(),
            TypedExtensionConfig.newBuilder().setName("x").build());
    catalog.publish("edge", Snapshot.of(all.toArray(Message[]::new)));
    catalog.update("edge", new Edits().put(Cluster.newBuilder().setName("y").build()));

    List<Any> fetched = new ArrayList<>();
    for (FetchMethod method : FetchMethod.all()) {
      fetched.addAll(fetch(method, CallOptions.DEFAULT, "", List.of("x")).getResourcesList());
    }

    assertThat(fetched).containsExactlyInAnyOrderElementsOf(all.stream().map(Any::pack).toList());
  }

  @ParameterizedTest
  @EnumSource
  @Rule("P-6")
  void withADeadlineItWaitsForAChangeAndElseGivesWhatThereIsBeforeTheDeadline(ControlPlane kind)
      throws Exception {
    start(kind);
    publish("a");
    String version = fetch(CLUSTERS, CallOptions.DEFAULT, "").getVersionInfo();
    assertThat(
            fetch(CLUSTERS, CallOptions.DEFAULT.withDeadlineAfter(2, TimeUnit.SECONDS), version)
                .getVersionInfo())
        .isEqualTo(version);

    events.clear();
    var held =
        CompletableFuture.supplyAsync(
            () ->
                fetch(
                    CLUSTERS, CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS), version),
            OwnThreads.named("fetch"));
    while (!(events.poll(20, TimeUnit.SECONDS) instanceof StreamEvent.Requested)) {}
    assertThat(held).isNotDone();
    publish("b");
    assertThat(held.get().getResources(0).getValue().toStringUtf8()).contains("b");
  }

  @ParameterizedTest
  @EnumSource
  @Rule("B-5")
  void whileItDrainsNothingIsFetched(ControlPlane kind) throws Exception {
    start(kind);
    publish("a");
    fetch(CLUSTERS, CallOptions.DEFAULT, "");
    server.drain(java.time.Duration.ofSeconds(5));

    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> fetch(CLUSTERS, CallOptions.DEFAULT, ""));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(refused.getStatus().getDescription()).contains("shutting down");
  }
}
