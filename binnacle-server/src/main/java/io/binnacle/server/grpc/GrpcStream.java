package io.binnacle.server.grpc;

import io.binnacle.core.server.Response;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.DiscoveryMethod;
import io.binnacle.server.stream.Loop;
import io.binnacle.server.stream.StreamDriver;
import io.binnacle.server.stream.StreamHub;
import io.binnacle.server.stream.StreamIo;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One call of a grpc-java server as a stream. The listener's methods run on threads of gRPC and
 * only post to the loop; everything else runs on the loop.
 *
 * @param <Q> DiscoveryRequest or DeltaDiscoveryRequest
 */
final class GrpcStream<Q> extends ServerCall.Listener<Q> implements StreamIo {

  private final ServerCall<Q, Response> call;
  private final Loop loop;
  private @Nullable StreamDriver driver;
  private boolean ended;
  private boolean reading = true;

  /** A request was taken while reading paused: the next one is asked for when it goes on. */
  private boolean askWhenReading;

  private GrpcStream(ServerCall<Q, Response> call, Loop loop) {
    this.call = call;
    this.loop = loop;
  }

  static <Q> ServerCall.Listener<Q> open(
      ServerCall<Q, Response> call, DiscoveryMethod method, StreamHub hub, Loop loop) {
    GrpcStream<Q> stream = new GrpcStream<>(call, loop);
    SocketAddress peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    loop.execute(
        () -> {
          call.sendHeaders(new Metadata());
          stream.driver =
              hub.open(loop, stream, method.variant(), method.onlyType(), String.valueOf(peer));
          if (stream.driver != null) {
            call.request(1);
          }
        });
    return stream;
  }

  @Override
  public void onMessage(Q request) {
    loop.execute(() -> take(request));
  }

  private void take(Q request) {
    if (driver == null || ended) {
      return;
    }
    if (request instanceof DiscoveryRequest sotw) {
      driver.onRequest(sotw);
    } else if (request instanceof DeltaDiscoveryRequest delta) {
      driver.onRequest(delta);
    }
    if (reading) {
      call.request(1);
    } else {
      askWhenReading = true;
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
    // the client says that it is done; an orderly end
    loop.execute(
        () -> {
          if (!ended) {
            ended = true;
            call.close(Status.OK, new Metadata());
            closed();
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
  public void send(Response response) {
    call.sendMessage(response);
  }

  @Override
  public void close(CloseReason reason) {
    if (!ended) {
      ended = true;
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
