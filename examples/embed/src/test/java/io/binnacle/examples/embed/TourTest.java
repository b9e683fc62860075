package io.binnacle.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Publication;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.Channel;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.grpc.xds.XdsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class TourTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** For all tests: gRPC reads the bootstrap once. */
  private static final int PORT = freePort();

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A greeter is gRPC's health service here: what it answers tells which one was reached. */
  private static Server greeter(ServingStatus answer) throws IOException {
    HealthGrpc.HealthImplBase service =
        new HealthGrpc.HealthImplBase() {
          @Override
          public void check(
              HealthCheckRequest request, StreamObserver<HealthCheckResponse> response) {
            response.onNext(HealthCheckResponse.newBuilder().setStatus(answer).build());
            response.onCompleted();
          }
        };
    InetSocketAddress anyPort = new InetSocketAddress("127.0.0.1", 0);
    return NettyServerBuilder.forAddress(anyPort, InsecureServerCredentials.create())
        .addService(service)
        .build()
        .start();
  }

  private static ServingStatus greeted(Channel channel) {
    return HealthGrpc.newBlockingStub(channel)
        .withDeadlineAfter(20, TimeUnit.SECONDS)
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  private static boolean fails(Channel channel) {
    try {
      greeted(channel);
      return false;
    } catch (StatusRuntimeException e) {
      return true;
    }
  }

  /** An ACK says that a client took the change, and its calls may follow a moment later. */
  private static void awaitTrue(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not within " + PATIENCE).isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  @Test
  void gRpcsOwnClientFollowsTheUpdates() throws Exception {
    Server first = greeter(ServingStatus.SERVING);
    Server second = greeter(ServingStatus.NOT_SERVING);
    try (Tour tour = new Tour(PORT, first.getPort())) {
      System.setProperty("io.grpc.xds.bootstrapConfig", bootstrap(tour.port()));
      ManagedChannel channel = channelTo(Greeter.TARGET);
      awaitTrue(() -> !fails(channel) && greeted(channel) == ServingStatus.SERVING);

      Publication.Result moved = tour.moveTo(second.getPort()).within(PATIENCE);

      assertThat(moved).hasToString("publish of clients: 1 acked");
      assertThat(moved.isAccepted()).isTrue();
      awaitTrue(() -> greeted(channel) == ServingStatus.NOT_SERVING);

      assertThat(tour.remove().within(PATIENCE).isAccepted()).isTrue();
      awaitTrue(() -> fails(channel));
      channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    } finally {
      System.clearProperty("io.grpc.xds.bootstrapConfig");
      first.shutdownNow();
      second.shutdownNow();
    }
  }

  @Test
  void gRpcsOwnClientIsServedFromARegistry() throws Exception {
    Server first = greeter(ServingStatus.SERVING);
    Server second = greeter(ServingStatus.NOT_SERVING);
    AtomicInteger port = new AtomicInteger(first.getPort());
    OnDemand.Registry registry =
        service ->
            CompletableFuture.supplyAsync(() -> service.equals(Greeter.TARGET) ? port.get() : 0);
    try (OnDemand onDemand = new OnDemand(PORT, registry)) {
      System.setProperty("io.grpc.xds.bootstrapConfig", bootstrap(onDemand.port()));
      ManagedChannel channel = channelTo(Greeter.TARGET);
      awaitTrue(() -> !fails(channel) && greeted(channel) == ServingStatus.SERVING);

      port.set(second.getPort());
      onDemand.changed(Greeter.TARGET);
      awaitTrue(() -> greeted(channel) == ServingStatus.NOT_SERVING);

      port.set(0);
      onDemand.changed(Greeter.TARGET);
      awaitTrue(() -> fails(channel));
      channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    } finally {
      System.clearProperty("io.grpc.xds.bootstrapConfig");
      first.shutdownNow();
      second.shutdownNow();
    }
  }

  private static ManagedChannel channelTo(String target) {
    return Grpc.newChannelBuilder(
            "xds:///" + target, XdsChannelCredentials.create(InsecureChannelCredentials.create()))
        .build();
  }

  private static String bootstrap(int port) {
    return """
        {"xds_servers": [{"server_uri": "127.0.0.1:%d", "server_features": ["xds_v3"],
                          "channel_creds": [{"type": "insecure"}]}],
         "node": {"id": "client-1"}}
        """
        .formatted(port);
  }

  @Test
  void eachSidecarGetsWhatIsRenderedForIt() throws Exception {
    try (Tour tour = new Tour(0, 1)) {
      assertThat(clusterOf(tour.port(), sidecar("a")).getAltStatName()).isEqualTo("greeter-of-a");
      assertThat(clusterOf(tour.port(), sidecar("b")).getAltStatName()).isEqualTo("greeter-of-b");
    }
  }

  @Test
  void theFirstUseServesItsCluster() throws Exception {
    try (XdsServer server = FirstUse.serve(0)) {
      assertThat(clusterOf(server.port(), Node.getDefaultInstance()).getName())
          .isEqualTo(Greeter.TARGET);
    }
  }

  private static Node sidecar(String id) {
    return Node.newBuilder().setId(id).setCluster("sidecars").build();
  }

  /** A client in a few lines: asks for all clusters, and gives the first. */
  private static Cluster clusterOf(int port, Node node) throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    try {
      BlockingQueue<DiscoveryResponse> answers = new LinkedBlockingQueue<>();
      AggregatedDiscoveryServiceGrpc.newStub(channel)
          .streamAggregatedResources(into(answers))
          .onNext(
              DiscoveryRequest.newBuilder()
                  .setNode(node)
                  .setTypeUrl(ResourceType.CLUSTER.typeUrl())
                  .build());
      DiscoveryResponse answer = answers.poll(20, TimeUnit.SECONDS);
      assertThat(answer).isNotNull();
      return answer.getResources(0).unpack(Cluster.class);
    } finally {
      channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static StreamObserver<DiscoveryResponse> into(BlockingQueue<DiscoveryResponse> answers) {
    return new StreamObserver<>() {
      @Override
      public void onNext(DiscoveryResponse response) {
        answers.add(response);
      }

      @Override
      public void onError(Throwable gone) {}

      @Override
      public void onCompleted() {}
    };
  }
}
