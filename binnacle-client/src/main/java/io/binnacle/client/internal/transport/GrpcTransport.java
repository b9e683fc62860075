package io.binnacle.client.internal.transport;

import com.google.protobuf.Message;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.core.method.DiscoveryMethod;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Streams over one channel of grpc-java. */
public final class GrpcTransport implements StreamTransport {

  private final ManagedChannel channel;
  private final @Nullable TlsMaterial tls;
  private final CallOptions options;

  /**
   * Connects when the first stream opens.
   *
   * @param pingEvery pings after so much silence (C-17)
   * @param pingTimeout a ping that is not answered in time ends the connection
   * @param mostBytes of one response
   * @throws IllegalArgumentException when certificates cannot be used
   */
  public GrpcTransport(GrpcSource source, Duration pingEvery, Duration pingTimeout, int mostBytes) {
    this(source, pingEvery, pingTimeout, mostBytes, null);
  }

  /**
   * As above.
   *
   * @param executor decodes responses and runs listeners; null for threads of gRPC's own, of which
   *     there are as many as streams have something to tell at a time
   */
  public GrpcTransport(
      GrpcSource source,
      Duration pingEvery,
      Duration pingTimeout,
      int mostBytes,
      @Nullable Executor executor) {
    tls = TlsMaterial.of(source.security());
    ManagedChannelBuilder<?> builder =
        Grpc.newChannelBuilder(source.target(), TlsMaterial.credentials(source.security(), tls))
            .keepAliveTime(pingEvery.toNanos(), TimeUnit.NANOSECONDS)
            .keepAliveTimeout(pingTimeout.toNanos(), TimeUnit.NANOSECONDS)
            .maxInboundMessageSize(mostBytes)
            .disableRetry();
    channel = (executor == null ? builder : builder.executor(executor)).build();
    CallOptions plain = CallOptions.DEFAULT;
    options =
        source.callCredentials() == null
            ? plain
            : plain.withCallCredentials(source.callCredentials());
  }

  @Override
  public DiscoveryCall open(DiscoveryMethod method, Listener listener) {
    channel.resetConnectBackoff(); // C-9: when to try is decided by our own backoff
    return method.delta()
        ? start(
            method,
            DeltaDiscoveryRequest.getDefaultInstance(),
            DeltaDiscoveryResponse.getDefaultInstance(),
            listener)
        : start(
            method,
            DiscoveryRequest.getDefaultInstance(),
            DiscoveryResponse.getDefaultInstance(),
            listener);
  }

  private <Q extends Message, R extends Message> DiscoveryCall start(
      DiscoveryMethod method, Q request, R response, Listener listener) {
    MethodDescriptor<Q, R> descriptor =
        MethodDescriptor.<Q, R>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(method.fullName())
            .setRequestMarshaller(ProtoUtils.marshaller(request))
            .setResponseMarshaller(ProtoUtils.marshaller(response))
            .build();
    ClientCall<Q, R> call = channel.newCall(descriptor, options);
    call.start(new Callbacks<>(listener), new Metadata());
    return new Open<>(call, request);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (tls != null) {
      tls.close();
    }
  }

  private static final class Callbacks<R extends Message> extends ClientCall.Listener<R> {

    private final Listener listener;

    Callbacks(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void onReady() {
      listener.onReady();
    }

    @Override
    public void onMessage(R message) {
      listener.onResponse(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      listener.onClosed(text(status));
    }

    private static String text(Status status) {
      StringBuilder text = new StringBuilder(status.getCode().toString());
      if (status.getDescription() != null) {
        text.append(": ").append(status.getDescription());
      }
      Throwable cause = status.getCause();
      if (cause != null && cause.getMessage() != null) {
        text.append(" (").append(cause.getMessage()).append(')');
      }
      return text.toString();
    }
  }

  private static final class Open<Q extends Message> implements DiscoveryCall {

    private final ClientCall<Q, ?> call;
    private final Q prototype;

    Open(ClientCall<Q, ?> call, Q prototype) {
      this.call = call;
      this.prototype = prototype;
    }

    @Override
    public boolean isReady() {
      return call.isReady();
    }

    @Override
    @SuppressWarnings("unchecked") // the class of the prototype is Q
    public void send(Message request) {
      call.sendMessage((Q) prototype.getClass().cast(request));
    }

    @Override
    public void readNext() {
      call.request(1);
    }

    @Override
    public void cancel(String why) {
      call.cancel(why, null);
    }
  }
}
