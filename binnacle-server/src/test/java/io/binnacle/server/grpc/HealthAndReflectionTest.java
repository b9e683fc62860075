package io.binnacle.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What standard tools see of a discovery port, over both kinds of server. */
class HealthAndReflectionTest {

  private static final String ADS = "envoy.service.discovery.v3.AggregatedDiscoveryService";

  private ControlPlane.Running server;
  private ManagedChannel channel;

  private Channel start(ControlPlane kind) throws Exception {
    Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
    server = kind.start(catalog, 0, event -> {});
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    return channel;
  }

  @AfterEach
  void stop() throws Exception {
    channel.shutdownNow();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  @Rule("B-5")
  void theHealthServiceSaysServingUntilTheServerDrains(ControlPlane kind) throws Exception {
    var health = HealthGrpc.newBlockingStub(start(kind)).withDeadlineAfter(20, TimeUnit.SECONDS);
    for (String service : List.of("", ADS)) {
      assertThat(health.check(about(service)).getStatus()).isEqualTo(ServingStatus.SERVING);
    }
    Iterator<HealthCheckResponse> watch = health.watch(about(""));
    assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.SERVING);

    server.drain(Duration.ofMillis(200));

    assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
  }

  private static HealthCheckRequest about(String service) {
    return HealthCheckRequest.newBuilder().setService(service).build();
  }

  @ParameterizedTest
  @EnumSource
  void reflectionListsTheServicesAndGivesFilesThatFitTogether(ControlPlane kind) throws Exception {
    Channel to = start(kind);

    var list = ask(to, ServerReflectionRequest.newBuilder().setListServices("").build());
    assertThat(list.getListServicesResponse().getServiceList())
        .extracting(ServiceResponse::getName)
        .contains(ADS, "envoy.service.secret.v3.SecretDiscoveryService", "grpc.health.v1.Health")
        .doesNotHaveDuplicates();

    assertFilesFit(ask(to, symbol(ADS)), "envoy/service/discovery/v3/ads.proto");
    assertFilesFit(
        ask(to, symbol(ADS + ".StreamAggregatedResources")),
        "envoy/service/discovery/v3/ads.proto");
    assertThat(ask(to, symbol("no.such.Thing")).getErrorResponse().getErrorCode()).isEqualTo(5);
  }

  private static ServerReflectionRequest symbol(String name) {
    return ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build();
  }

  private static void assertFilesFit(ServerReflectionResponse response, String first)
      throws Exception {
    List<String> names = new ArrayList<>();
    Set<String> imported = new HashSet<>();
    for (var bytes : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      FileDescriptorProto file = FileDescriptorProto.parseFrom(bytes);
      names.add(file.getName());
      imported.addAll(file.getDependencyList());
    }
    assertThat(names).contains(first).containsAll(imported);
  }

  @ParameterizedTest
  @EnumSource(names = "STANDALONE")
  void reflectionKnowsWhatIsInResponses(ControlPlane kind) throws Exception {
    Channel to = start(kind);

    assertFilesFit(
        ask(to, symbol("envoy.config.cluster.v3.Cluster")),
        "envoy/config/cluster/v3/cluster.proto");
    assertFilesFit(
        ask(
            to,
            ServerReflectionRequest.newBuilder()
                .setFileByFilename("envoy/config/listener/v3/listener.proto")
                .build()),
        "envoy/config/listener/v3/listener.proto");
    var numbers =
        ask(
            to,
            ServerReflectionRequest.newBuilder()
                .setAllExtensionNumbersOfType("google.protobuf.FieldOptions")
                .build());
    assertThat(numbers.getAllExtensionNumbersResponse().getExtensionNumberList()).isNotEmpty();
  }

  private static ServerReflectionResponse ask(Channel channel, ServerReflectionRequest request)
      throws Exception {
    CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
    var asking =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    answer.complete(response);
                  }

                  @Override
                  public void onError(Throwable cause) {
                    answer.completeExceptionally(cause);
                  }

                  @Override
                  public void onCompleted() {}
                });
    asking.onNext(request);
    ServerReflectionResponse response = answer.get(20, TimeUnit.SECONDS);
    asking.onCompleted();
    return response;
  }
}
