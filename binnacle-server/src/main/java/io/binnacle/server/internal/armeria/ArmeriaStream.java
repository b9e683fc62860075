package io.binnacle.server.internal.armeria;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.server.internal.armeria.request.RequestFrames;
import io.binnacle.server.internal.armeria.request.RequestFrames.BadFrame;
import io.binnacle.server.internal.armeria.request.RequestMessages;
import io.binnacle.server.internal.armeria.request.RequestScanner;
import io.binnacle.server.internal.stream.Privacy;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.internal.stream.StreamIo;
import io.binnacle.server.stream.CloseReason;
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
final class ArmeriaStream implements StreamIo, Subscriber<HttpObject> {

  /** How long an end may wait behind a response that the client does not read. */
  private static final int PATIENCE_SECONDS = 10;

  private final Variant variant;
  private final ServiceRequestContext ctx;
  private final EventLoop loop;
  private final XdsTransport transport;
  private final Outgoing outgoing = new Outgoing(this::writable);
  private final HttpResponse response = HttpResponse.of(outgoing);
  private final RequestFrames frames;
  private final RequestMessages messages;
  private final String peer;
  private @Nullable StreamDriver driver;
  private @Nullable Subscription requests;
  private boolean reading = true;
  private boolean awaiting;

  /** The client has ended its side; what it sent before is taken first. */
  private boolean requestsOver;

  private boolean leaving;
  private boolean taking;

  /** As the driver knows it. */
  private int buffered;

  private boolean closed;
  private @Nullable CloseReason reason;

  ArmeriaStream(
      Variant variant,
      ServiceRequestContext ctx,
      XdsTransport transport,
      RequestMessages messages,
      String peer) {
    this.peer = peer;
    this.variant = variant;
    this.ctx = ctx;
    this.messages = messages;
    this.frames = new RequestFrames(messages.mostBytes(), ctx.alloc());
    this.loop = ctx.eventLoop().withoutContext();
    this.transport = transport;
  }

  HttpResponse response() {
    return response;
  }

  /** From now on requests go to this driver. */
  void drivenBy(StreamDriver streamDriver) {
    driver = streamDriver;
    // on a later turn of the loop, since the end may come out of a write of our own
    response
        .whenComplete()
        .whenComplete((done, cause) -> loop.execute(() -> streamDriver.onClosed(cause)));
  }

  /** The call's own deadline. */
  void endAfter(long nanos, StreamDriver streamDriver) {
    String message = "the deadline that the client gave to this stream has passed";
    CloseReason passed = new CloseReason(Status.Code.DEADLINE_EXCEEDED, "deadline", message);
    var end = loop.schedule(() -> streamDriver.close(passed), nanos, TimeUnit.NANOSECONDS);
    response.whenComplete().whenComplete((done, cause) -> end.cancel(false));
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
    ResponseFrame frame = ResponseFrame.of(message, transport.buffers(), ctx.alloc());
    outgoing.write(
        HttpData.wrap(frame.head()), frame.body() == null ? null : HttpData.wrap(frame.body()));
  }

  @Override
  public boolean isPrivate() {
    return Privacy.isPrivate(ctx.sessionProtocol().isTls(), ctx.remoteAddress());
  }

  @Override
  public String peer() {
    return peer;
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
    if (!taking) {
      frames.close();
    }
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
    takeAll();
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
  public void onNext(HttpObject part) {
    awaiting = false;
    if (part instanceof HttpData data) {
      if (closed) {
        data.close();
      } else {
        frames.add(data);
        takeAll();
      }
    } else {
      requestNext(); // trailers, which mean nothing in a request
    }
  }

  /** Takes what has come, as far as it is whole, and asks for more. */
  private void takeAll() {
    if (taking) {
      return; // reading was paused, or goes on, because of a request that is being taken
    }
    taking = true;
    StreamDriver to = driver;
    while (to != null && reading && !closed && frames.hasNext()) {
      take(to);
    }
    taking = false;
    if (closed) {
      frames.close();
    } else {
      frames.discardRead();
      booked(frames.held(), to);
      requestNext();
    }
  }

  /** B-3: what has come of a request that is not whole counts; it may have to end the stream. */
  private void booked(int held, @Nullable StreamDriver to) {
    if (held != buffered && to != null) {
      buffered = held;
      to.onBuffered(held);
    }
  }

  private void requestNext() {
    if (closed || !reading || awaiting) {
      return;
    }
    if (requestsOver) {
      clientDone();
    } else if (requests != null) {
      awaiting = true;
      requests.request(1);
    }
  }

  private void take(StreamDriver to) {
    try {
      frames.next();
      if (variant == Variant.SOTW) {
        to.onRequest(messages.sotw(frames, to.nodeId()));
      } else {
        RequestScanner.Delta message = messages.delta(frames, to.nodeId());
        to.onRequest(message.request(), message.listed());
      }
    } catch (InvalidProtocolBufferException e) {
      to.badRequest("a request cannot be decoded: " + e.getMessage()); // B-4
    } catch (BadFrame e) {
      badFrame(e, to);
    }
  }

  private void badFrame(BadFrame bad, StreamDriver to) {
    if (bad.isTooLarge()) {
      String message =
          "a request is larger than " + transport.options().maxRequestBytes() + " bytes, the limit";
      to.close(new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "request-too-large", message));
    } else {
      to.badRequest("a request is no gRPC frame: " + bad.getMessage());
    }
  }

  @Override
  public void onError(Throwable cause) {
    frames.close();
    StreamDriver to = driver;
    if (to == null || closed) {
      return;
    }
    if (transport.isPeerGone(cause)) {
      to.onClosed(cause);
    } else {
      to.badRequest("a request cannot be read: " + cause.getMessage());
    }
  }

  @Override
  public void onComplete() {
    requestsOver = true;
    awaiting = false;
    takeAll();
  }

  private void clientDone() {
    frames.close();
    if (!leaving && driver != null) {
      leaving = true;
      driver.onRequestsOver();
    }
  }
}
