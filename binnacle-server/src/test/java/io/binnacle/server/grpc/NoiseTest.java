package io.binnacle.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.envoy.Await;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random bytes into every method of every kind of server. */
class NoiseTest {

  private static final int ROUNDS = Boolean.getBoolean("binnacle.long") ? 500 : 5;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final List<StreamEvent> events = new CopyOnWriteArrayList<>();
  private final Random random = new Random(20261121);
  private ControlPlane.Running server;
  private ManagedChannel channel;

  private ClientCall<byte[], byte[]> call(String method, boolean unary, Listener listener) {
    ClientCall<byte[], byte[]> call =
        channel.newCall(
            MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(
                    unary
                        ? MethodDescriptor.MethodType.UNARY
                        : MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName(method)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build(),
            CallOptions.DEFAULT);
    call.start(listener, new Metadata());
    call.request(1_000);
    return call;
  }

  @AfterEach
  void stop() throws Exception {
    channel.shutdownNow();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"B-4", "B-6", "P-6"})
  void bytesThatAreNoMessageEndTheirStreamAndNoOther(ControlPlane kind) throws Exception {
    // Break: let RequestMarshaller throw what it catches
    server = kind.start(catalog, 0, events::add);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    catalog.publish("edge", clusters("before"));
    Listener bystander = new Listener();
    call(DiscoveryMethod.all().get(0).fullName(), false, bystander)
        .sendMessage(
            DiscoveryRequest.newBuilder()
                .setTypeUrl(ResourceType.CLUSTER.typeUrl())
                .build()
                .toByteArray());
    Await.until("the bystander is served", () -> bystander.holds("before"));

    for (int round = 0; round < ROUNDS; round++) {
      for (DiscoveryMethod method : DiscoveryMethod.all()) {
        noise(method.fullName(), false);
      }
      for (FetchMethod method : FetchMethod.all()) {
        noise(method.fullName(), true);
      }
    }

    assertThat(events.stream().filter(StreamEvent.Closed.class::isInstance))
        .extracting(event -> ((StreamEvent.Closed) event).reason())
        .filteredOn(reason -> reason != null)
        .extracting(CloseReason::kind)
        .as("never a fault of ours")
        .containsOnly("bad-request");
    assertThat(bystander.ended).isNotDone();
    catalog.publish("edge", clusters("after"));
    Await.until("the bystander is served", () -> bystander.holds("after"));
  }

  private void noise(String method, boolean unary) throws Exception {
    Listener noisy = new Listener();
    ClientCall<byte[], byte[]> call = call(method, unary, noisy);
    call.sendMessage(noise());
    call.halfClose();
    Status end = noisy.ended.get(20, TimeUnit.SECONDS);
    assertThat(end.getCode())
        .as("%s: %s", method, end)
        .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.OK);
  }

  private static Snapshot clusters(String name) {
    return Snapshot.of(Cluster.newBuilder().setName(name).build());
  }

  private byte[] noise() {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static final class Listener extends ClientCall.Listener<byte[]> {
    final List<String> messages = new CopyOnWriteArrayList<>();
    final CompletableFuture<Status> ended = new CompletableFuture<>();

    @Override
    public void onMessage(byte[] message) {
      messages.add(new String(message, java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ended.complete(status);
    }

    boolean holds(String text) {
      return messages.stream().anyMatch(message -> message.contains(text));
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] bytes) {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
