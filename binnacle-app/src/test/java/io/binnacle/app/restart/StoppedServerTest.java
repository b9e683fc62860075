package io.binnacle.app.restart;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import io.binnacle.app.harness.Await;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc.AggregatedDiscoveryServiceStub;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program is stopped ({@code SIGSTOP}, as a machine that is paused), its clients send more
 * and go away meanwhile, and it goes on ({@code SIGCONT}).
 */
class StoppedServerTest {

  private static final int CLIENTS = 5;
  private static final int PATIENCE_SECONDS = 20;

  /** A client on a connection of its own, which asks for all clusters and ACKs nothing. */
  private static final class Client implements AutoCloseable {
    private final ClientFactory factory = ClientFactory.builder().build();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final StreamObserver<DiscoveryRequest> requests;

    Client(int port, int number) {
      requests =
          GrpcClients.builder("gproto+http://127.0.0.1:" + port + "/")
              .factory(factory)
              .build(AggregatedDiscoveryServiceStub.class)
              .streamAggregatedResources(
                  new StreamObserver<>() {
                    @Override
                    public void onNext(DiscoveryResponse response) {
                      answered.countDown();
                    }

                    @Override
                    public void onError(Throwable ended) {}

                    @Override
                    public void onCompleted() {}
                  });
      ask(ResourceType.CLUSTER, number);
    }

    void ask(ResourceType type, int number) {
      requests.onNext(
          DiscoveryRequest.newBuilder()
              .setNode(Node.newBuilder().setId("client-" + number))
              .setTypeUrl(type.typeUrl())
              .build());
    }

    void isServed() throws InterruptedException {
      assertThat(answered.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Complete when its connection is closed. */
    CompletableFuture<?> leave() {
      return factory.closeAsync();
    }

    @Override
    public void close() {
      leave();
    }
  }

  @TempDir private Path temp;

  private String log() {
    try {
      return Files.readString(temp.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  @Rule({"B-4", "B-8"})
  void clientsThatLeftWhileItStoodStillAreGoneAndOthersAreServed() throws Exception {
    Path conf = Files.createDirectory(temp.resolve("conf"));
    Files.writeString(conf.resolve("edge.yaml"), "group: edge\nclusters: [{name: a}]\n");
    int port = freePort();
    List<String> debug = List.of("--log-level", "debug");
    try (ServerProcess server = new ServerProcess(conf, port, temp.resolve("log"), debug)) {
      server.start();
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client(port, i));
        clients.get(i).isServed();
      }
      server.signal("-STOP");
      for (int i = 0; i < CLIENTS; i++) {
        clients.get(i).ask(ResourceType.LISTENER, i);
      }
      CompletableFuture.allOf(
              clients.stream().map(Client::leave).toArray(CompletableFuture<?>[]::new))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      server.signal("-CONT");
      try (Client next = new Client(port, CLIENTS)) {
        next.isServed();
      }
      Await.until("all have left", this::log, text -> ended(text) >= CLIENTS);
    }
    assertThat(log()).doesNotContain("bad-request").doesNotContain("bad request");
  }

  private static long ended(String log) {
    return log.lines().filter(line -> line.contains("ended by the client")).count();
  }
}
