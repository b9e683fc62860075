package io.binnacle.server.armeria;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.grpc.protocol.ArmeriaStatusException;
import com.linecorp.armeria.common.grpc.protocol.DeframedMessage;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.Privacy;
import io.binnacle.server.stream.StreamDriver;
import io.binnacle.server.stream.StreamIo;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One gRPC stream: request messages come in as to a subscriber, responses go to {@link Outgoing}.
 * Touched by the connection's event loop only.
 */
final class ArmeriaStream implements StreamIo, Subscriber<DeframedMessage> {

  /** How long an end may wait behind a response that the client does not read. */
  private static final int PATIENCE_SECONDS = 10;

  private final Variant variant;
  private final ServiceRequestContext ctx;
  private final EventLoop loop;
  private final XdsTransport transport;
  private final Outgoing outgoing = new Outgoing(this::writable);
  private final HttpResponse response = HttpResponse.of(outgoing);
  private @Nullable StreamDriver driver;
  private @Nullable Subscription requests;
  private boolean reading = true;
  private boolean awaiting;
  private boolean closed;
  private @Nullable CloseReason reason;

  ArmeriaStream(Variant variant, ServiceRequestContext ctx, XdsTransport transport) {
    this.variant = variant;
    this.ctx = ctx;
    this.loop = ctx.eventLoop().withoutContext();
    this.transport = transport;
  }

  HttpResponse response() {
    return response;
  }

  /** From now on requests go to this driver. */
  void drivenBy(StreamDriver streamDriver) {
    driver = streamDriver;
    // on a later turn of the loop, since the end may come out of a write of ours
    response
        .whenComplete()
        .whenComplete((done, cause) -> loop.execute(() -> streamDriver.onClosed(cause)));
  }

  private void writable() {
    if (driver != null) {
      driver.onReady();
    }
  }

  @Override
  public boolean isReady() {
    return outgoing.isReady();
  }

  @Override
  public void send(Response message) {
    outgoing.write(
        HttpData.wrap(ResponseFrame.of(message, transport.buffers(), transport.allocator())));
  }

  @Override
  public boolean isPrivate() {
    return Privacy.isPrivate(ctx.sessionProtocol().isTls(), ctx.remoteAddress());
  }

  @Override
  public void retireConnection() {
    // GOAWAY: the streams that are open go on, and the next is opened on a new connection
    ctx.initiateConnectionShutdown(Duration.ZERO);
  }

  @Override
  public void close(CloseReason why) {
    reason = reason == null ? why : reason;
    end(why.code(), why.message());
  }

  /** Why the server ended it; null when it did not. */
  @Nullable CloseReason closeReason() {
    return reason;
  }

  private void end(Status.Code code, String message) {
    if (closed) {
      return;
    }
    closed = true;
    outgoing.end(code, message);
    if (requests != null) {
      requests.cancel();
    }
    if (!response.isComplete()) {
      var abort = loop.schedule(() -> response.abort(), PATIENCE_SECONDS, TimeUnit.SECONDS);
      response.whenComplete().whenComplete((done, cause) -> abort.cancel(false));
    }
  }

  @Override
  public void readRequests(boolean on) {
    reading = on;
    requestNext();
  }

  private void requestNext() {
    if (reading && !awaiting && !closed && requests != null) {
      awaiting = true;
      requests.request(1);
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    requests = subscription;
    if (closed) {
      subscription.cancel();
    }
    requestNext();
  }

  @Override
  public void onNext(DeframedMessage framed) {
    awaiting = false;
    StreamDriver to = driver;
    try (framed) {
      if (!closed && to != null) {
        take(framed, to);
      }
    }
    requestNext();
  }

  private void take(DeframedMessage framed, StreamDriver to) {
    try {
      if (variant == Variant.SOTW) {
        to.onRequest(RequestMessages.parse(DiscoveryRequest.parser(), framed));
      } else {
        to.onRequest(RequestMessages.parse(DeltaDiscoveryRequest.parser(), framed));
      }
    } catch (InvalidProtocolBufferException e) {
      to.badRequest("a request cannot be decoded: " + e.getMessage()); // B-4
    } catch (ArmeriaStatusException e) {
      badFrame(e, to);
    }
  }

  @Override
  public void onError(Throwable cause) {
    StreamDriver to = driver;
    if (to == null || closed) {
      return;
    }
    if (cause instanceof ArmeriaStatusException bad) {
      badFrame(bad, to);
    } else if (transport.isPeerGone(cause)) {
      to.onClosed(cause);
    } else {
      to.badRequest("a request cannot be read: " + cause.getMessage());
    }
  }

  private void badFrame(ArmeriaStatusException bad, StreamDriver to) {
    if (bad.getCode() == Status.Code.RESOURCE_EXHAUSTED.value()) {
      String message =
          "a request is larger than " + transport.options().maxRequestBytes() + " bytes, the limit";
      to.close(new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "request-too-large", message));
    } else {
      to.badRequest("a request is no gRPC frame: " + bad.getMessage());
    }
  }

  @Override
  public void onComplete() {
    if (driver != null) {
      driver.onClosed(null);
    }
    end(Status.Code.OK, "");
  }
}
