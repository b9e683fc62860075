package io.binnacle.server.internal.stream;

import io.binnacle.core.server.Response;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.limit.Shortage;
import io.binnacle.server.limit.UnreadBodies;
import io.binnacle.server.stream.CloseReason;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The response that a stream's client has not read yet, of which there is one at most (B-1): it is
 * booked until the transport is done with it, and is not kept for ever (B-3). Owned by the stream's
 * loop.
 *
 * <p>Most responses are read at once, so there is no timer for each: one that is over looks whether
 * it is still the time of what is unread now.
 */
final class UnreadResponse {

  private final UnreadBodies bodies;
  private final ClientLimits limits;
  private final Loop loop;
  private final StreamIo io;
  private final Consumer<CloseReason> end;
  private @Nullable Object body;
  private long bytes;
  private long since;
  private Loop.@Nullable Timer timer;

  /**
   * Nothing is unread.
   *
   * @param end ends the stream
   */
  UnreadResponse(StreamHub hub, Loop loop, StreamIo io, Consumer<CloseReason> end) {
    this.bodies = hub.unreadBodies();
    this.limits = hub.account().limits();
    this.loop = loop;
    this.io = io;
    this.end = end;
  }

  /**
   * A response is about to be written; false when there was no room for it, and the stream ends.
   */
  boolean begins(Response response) {
    Object kept = io.kept(response);
    Shortage shortage = bodies.begin(kept, response.body().size(), io.peer());
    if (shortage != null) {
      end.accept(CloseReason.of(shortage));
      return false;
    }
    body = kept;
    bytes = response.body().size();
    since = loop.now();
    if (timer == null) {
      timer = loop.schedule(this::look, limits.nanosToRead(bytes));
    }
    return true;
  }

  private void look() {
    timer = null;
    if (body == null) {
      return;
    }
    long within = limits.nanosToRead(bytes);
    long left = since + within - loop.now();
    if (left > 0) {
      timer = loop.schedule(this::look, left);
    } else {
      end.accept(CloseReason.unread(Duration.ofNanos(within), bytes));
    }
  }

  /** The transport is done with it. */
  void read() {
    if (body != null) {
      bodies.end(body, io.peer());
      body = null;
    }
  }

  /** The transport keeps nothing of the stream any more. */
  void closed() {
    read();
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
