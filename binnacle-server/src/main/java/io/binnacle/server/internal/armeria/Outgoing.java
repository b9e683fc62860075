package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpObject;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The responses of one stream on their way to Armeria: headers, frames, trailers.
 *
 * <p>It has no queue. Armeria asks for one object at a time, and for the next when the one before
 * is with the socket: that demand is the stream's readiness (B-1). (An Armeria {@code
 * HttpResponseWriter} calls an object consumed when its writing begins, so that a client which does
 * not read would have a second one waiting.) Touched by the connection's event loop only.
 */
final class Outgoing implements Publisher<HttpObject>, Subscription {

  private final Runnable whenReady;
  private @Nullable Subscriber<? super HttpObject> to;
  private long demand;
  private boolean begun;
  private boolean writing;

  /** The second half of a frame whose first half was handed over. */
  private @Nullable HttpData rest;

  private @Nullable HttpHeaders end;
  private boolean over;

  /**
   * What has no demand yet.
   *
   * @param whenReady called when {@link #isReady} begins to hold, but not from within {@link
   *     #write}
   */
  Outgoing(Runnable whenReady) {
    this.whenReady = whenReady;
  }

  boolean isReady() {
    return begun && demand > 0 && rest == null && end == null && !over;
  }

  /**
   * Hands a frame over; only when ready.
   *
   * @param more the second half of it; null where the first is all
   */
  void write(HttpData frame, @Nullable HttpData more) {
    Subscriber<? super HttpObject> subscriber = to;
    if (!isReady() || subscriber == null) {
      frame.close();
      if (more != null) {
        more.close();
      }
      throw new IllegalStateException("not ready");
    }
    rest = more;
    put(frame, subscriber);
    if (demand > 0) {
      putRest(subscriber);
    }
  }

  private void put(HttpData data, Subscriber<? super HttpObject> subscriber) {
    demand--;
    writing = true;
    try {
      subscriber.onNext(data);
    } finally {
      writing = false;
    }
  }

  private void putRest(Subscriber<? super HttpObject> subscriber) {
    HttpData second = rest;
    rest = null;
    if (second != null) {
      put(second, subscriber);
    }
  }

  /** Ends the response, behind what is being written; a second end has no effect. */
  void end(Status.Code code, String message) {
    if (end == null) {
      end = begun ? GrpcHttp.trailers(code, message) : GrpcHttp.trailersOnly(code, message);
      advance();
    }
  }

  private void advance() {
    Subscriber<? super HttpObject> subscriber = to;
    if (subscriber == null || over || demand == 0 || writing) {
      return;
    }
    putRest(subscriber);
    if (demand == 0 || over) {
      return;
    }
    if (end != null) {
      over = true;
      subscriber.onNext(end);
      subscriber.onComplete();
    } else if (!begun) {
      begun = true;
      demand--;
      subscriber.onNext(GrpcHttp.RESPONSE_HEADERS);
    } else {
      whenReady.run();
    }
  }

  @Override
  public void subscribe(Subscriber<? super HttpObject> subscriber) {
    to = subscriber;
    subscriber.onSubscribe(this);
  }

  @Override
  public void request(long objects) {
    demand += objects;
    advance();
  }

  @Override
  public void cancel() {
    over = true;
    if (rest != null) {
      rest.close();
      rest = null;
    }
  }
}
