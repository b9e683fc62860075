package io.binnacle.server.grpc;

import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.server.internal.stream.Privacy;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.stream.StreamIo;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.limit.PeerNames;
import io.binnacle.server.stream.CloseReason;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a grpc-java server as a stream. The listener's methods run on threads of gRPC and
 * only post to the loop; everything else runs on the loop.
 */
final class GrpcStream extends ServerCall.Listener<Incoming> implements StreamIo {

  private final ServerCall<Incoming, Response> call;
  private final Loop loop;
  private @Nullable StreamDriver driver;
  private boolean ended;
  private @Nullable CloseReason closeReason;
  private boolean reading = true;

  /** A request was taken while reading paused: the next one is asked for when it goes on. */
  private boolean askWhenReading;

  private GrpcStream(ServerCall<Incoming, Response> call, Loop loop) {
    this.call = call;
    this.loop = loop;
  }

  static ServerCall.Listener<Incoming> open(
      ServerCall<Incoming, Response> call,
      DiscoveryMethod method,
      StreamHub hub,
      Loop loop,
      BiConsumer<Variant, CloseReason> refusals) {
    GrpcStream stream = new GrpcStream(call, loop);
    SocketAddress peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    loop.execute(
        () -> {
          call.sendHeaders(new Metadata());
          stream.driver =
              hub.open(loop, stream, Variant.of(method), method.onlyType(), String.valueOf(peer));
          if (stream.driver != null) {
            call.request(1);
          } else if (stream.closeReason != null) {
            refusals.accept(Variant.of(method), stream.closeReason);
          }
        });
    return stream;
  }

  @Override
  public void onMessage(Incoming request) {
    loop.execute(() -> take(request));
  }

  private void take(Incoming incoming) {
    StreamDriver to = driver;
    if (to == null || ended) {
      return;
    }
    deliver(incoming, to);
    if (reading) {
      call.request(1);
    } else {
      askWhenReading = true;
    }
  }

  private static void deliver(Incoming incoming, StreamDriver to) {
    if (incoming instanceof Incoming.Undecodable bad) {
      to.badRequest("a request cannot be decoded: " + bad.problem()); // B-4
    } else if (incoming instanceof Incoming.Request request) {
      if (request.message() instanceof DiscoveryRequest sotw) {
        to.onRequest(sotw);
      } else if (request.message() instanceof DeltaDiscoveryRequest delta) {
        to.onRequest(delta);
      }
    }
  }

  @Override
  public void onReady() {
    loop.execute(
        () -> {
          if (driver != null) {
            driver.onReady();
          }
        });
  }

  @Override
  public void onHalfClose() {
    loop.execute(
        () -> {
          if (driver != null && !ended) {
            driver.onRequestsOver();
          }
        });
  }

  @Override
  public void onCancel() {
    loop.execute(
        () -> {
          ended = true;
          closed();
        });
  }

  /** All that was written is out. */
  @Override
  public void onComplete() {
    onCancel();
  }

  private void closed() {
    if (driver != null) {
      driver.onClosed(null);
    }
  }

  @Override
  public boolean isReady() {
    return !ended && call.isReady();
  }

  @Override
  public boolean isPrivate() {
    Attributes connection = call.getAttributes();
    return Privacy.isPrivate(
        connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION) != null,
        connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }

  @Override
  public String peer() {
    Attributes connection = call.getAttributes();
    return PeerNames.of(
        connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
        connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
  }

  /** A grpc-java server copies a message for each call that it is sent on. */
  @Override
  public Object kept(Response response) {
    return this;
  }

  @Override
  public void send(Response response) {
    call.sendMessage(response);
  }

  @Override
  public void close(CloseReason reason) {
    if (!ended) {
      ended = true;
      closeReason = reason;
      call.close(Status.fromCode(reason.code()).withDescription(reason.message()), new Metadata());
    }
  }

  @Override
  public void readRequests(boolean on) {
    reading = on;
    if (on && askWhenReading && !ended) {
      askWhenReading = false;
      call.request(1);
    }
  }
}
