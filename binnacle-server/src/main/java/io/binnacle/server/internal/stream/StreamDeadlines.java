package io.binnacle.server.internal.stream;

import io.binnacle.server.internal.threads.Loop;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one stream: for the session's next deadline, and for the ends that come whatever
 * happens on it, when it is old (B-7) when its first request does not come (B-3), and when its last
 * one is not answered. Owned by the stream's loop.
 */
final class StreamDeadlines {

  /** A client that sent its last request is owed an answer, but not for ever. */
  private static final long LAST_ANSWER_NANOS = 30_000_000_000L;

  private final Loop loop;
  private Loop.@Nullable Timer age;
  private Loop.@Nullable Timer firstRequest;
  private Loop.@Nullable Timer lastAnswer;
  private Loop.@Nullable Timer session;
  private long sessionAt = Long.MAX_VALUE;

  StreamDeadlines(Loop loop) {
    this.loop = loop;
  }

  /** The stream ends when it is this old; {@link Long#MAX_VALUE} for never. */
  void age(long nanos, Runnable onAge) {
    if (nanos != Long.MAX_VALUE) {
      age = loop.schedule(onAge, nanos);
    }
  }

  /** The stream ends then, unless {@link #requested} is called before. */
  void firstRequest(long nanos, Runnable onSilence) {
    firstRequest = loop.schedule(onSilence, nanos);
  }

  /** A request came. */
  void requested() {
    firstRequest = cancelled(firstRequest);
  }

  /** The client has sent its last request; what that asked for cannot take longer. */
  void lastAnswer(Runnable onEnd) {
    firstRequest = cancelled(firstRequest);
    lastAnswer = loop.schedule(onEnd, LAST_ANSWER_NANOS);
  }

  /**
   * The session's next deadline, in place of the one before.
   *
   * @param at by the loop's clock; {@link Long#MAX_VALUE} for none
   */
  void session(long at, Runnable onDeadline) {
    if (at == sessionAt) {
      return;
    }
    session = cancelled(session);
    sessionAt = at;
    if (at != Long.MAX_VALUE) {
      Runnable once =
          () -> {
            sessionAt = Long.MAX_VALUE;
            onDeadline.run();
          };
      session = loop.schedule(once, Math.max(0, at - loop.now()));
    }
  }

  void end() {
    age = cancelled(age);
    firstRequest = cancelled(firstRequest);
    lastAnswer = cancelled(lastAnswer);
    session = cancelled(session);
    sessionAt = Long.MAX_VALUE;
  }

  private static Loop.@Nullable Timer cancelled(Loop.@Nullable Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
    return null;
  }
}
