package io.binnacle.server.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * When the responses that are not answered yet were sent, for the time that a client takes to
 * answer. Bounded: the oldest is forgotten. Owned by the stream's loop.
 */
final class SentTimes {

  private record SentAt(String nonce, long at) {}

  private static final int MOST = 64;

  private @Nullable Deque<SentAt> open;

  void sent(String nonce, long now) {
    if (open == null) {
      open = new ArrayDeque<>(4);
    }
    if (open.size() >= MOST) {
      open.removeFirst();
    }
    open.addLast(new SentAt(nonce, now));
  }

  /** Nanoseconds since a response was sent, which is forgotten now; -1 when it is not known. */
  long take(String nonce, long now) {
    if (open == null) {
      return -1;
    }
    for (Iterator<SentAt> all = open.iterator(); all.hasNext(); ) {
      SentAt sent = all.next();
      if (sent.nonce().equals(nonce)) {
        all.remove();
        open = open.isEmpty() ? null : open;
        return now - sent.at();
      }
    }
    return -1;
  }
}
