package io.binnacle.server.armeria;

import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One discovery stream of grpc-java, moved by a test. */
final class GrpcStream<Q extends Message, A extends Message> {

  private static final int PATIENCE_SECONDS = 20;

  private final ClientCall<Q, A> call;
  private final BlockingQueue<A> answers = new LinkedBlockingQueue<>();
  private final CompletableFuture<Status> ended = new CompletableFuture<>();

  private Object last = "no request";

  private GrpcStream(ClientCall<Q, A> call) {
    this.call = call;
    call.start(
        new ClientCall.Listener<A>() {
          @Override
          public void onMessage(A answer) {
            answers.add(answer);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.complete(status);
          }
        },
        new Metadata());
  }

  static GrpcStream<DiscoveryRequest, DiscoveryResponse> sotw(Channel channel, String method) {
    return sotw(channel, method, CallOptions.DEFAULT);
  }

  static GrpcStream<DiscoveryRequest, DiscoveryResponse> sotw(
      Channel channel, String method, CallOptions options) {
    return new GrpcStream<>(
        channel.newCall(
            method(
                method,
                DiscoveryRequest.getDefaultInstance(),
                DiscoveryResponse.getDefaultInstance()),
            options));
  }

  static GrpcStream<DeltaDiscoveryRequest, DeltaDiscoveryResponse> delta(
      Channel channel, String method) {
    return new GrpcStream<>(
        channel.newCall(
            method(
                method,
                DeltaDiscoveryRequest.getDefaultInstance(),
                DeltaDiscoveryResponse.getDefaultInstance()),
            CallOptions.DEFAULT));
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
        .setFullMethodName(name.substring(1))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  /** Sends a request and reads on. */
  GrpcStream<Q, A> send(Q request) {
    last = request;
    call.sendMessage(request);
    return this;
  }

  /** Lets the server send this many answers. */
  GrpcStream<Q, A> read(int answersToRead) {
    call.request(answersToRead);
    return this;
  }

  /** The next answer, which was not read before. */
  A next() throws InterruptedException {
    read(1);
    return taken();
  }

  /** The next of the answers that {@link #read} let come. */
  A taken() throws InterruptedException {
    A answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("no answer on " + last + "; ended: " + ended.getNow(null));
    }
    return answer;
  }

  int waiting() {
    return answers.size();
  }

  void halfClose() {
    call.halfClose();
  }

  void cancel() {
    call.cancel("test", null);
  }

  Status status() throws Exception {
    return ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  boolean isOpen() {
    return !ended.isDone();
  }
}
