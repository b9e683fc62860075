package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When, and in which step of the stream, the responses that are not answered yet were sent.
 * Bounded: the oldest is forgotten. Owned by the stream's loop.
 */
final class OpenResponses {

  /**
   * One response that is not answered yet.
   *
   * @param step number of the publish that the stream was at
   * @param at the loop's nanoseconds
   */
  record Sent(ResourceType type, String nonce, long step, long at) {}

  private static final int MOST = 64;

  private @Nullable Deque<Sent> open;

  void sent(Sent response) {
    if (open == null) {
      open = new ArrayDeque<>(4);
    }
    if (open.size() >= MOST) {
      open.removeFirst();
    }
    open.addLast(response);
  }

  /** The response with this nonce, which is answered now; null when it is not known any more. */
  @Nullable Sent answered(String nonce) {
    if (open == null) {
      return null;
    }
    for (Iterator<Sent> all = open.iterator(); all.hasNext(); ) {
      Sent sent = all.next();
      if (sent.nonce().equals(nonce)) {
        all.remove();
        open = open.isEmpty() ? null : open;
        return sent;
      }
    }
    return null;
  }

  /** The types of which a response of this or a later step is not answered yet; unmodifiable. */
  Set<ResourceType> typesSince(long step) {
    Set<ResourceType> types = Set.of();
    if (open != null) {
      for (Sent sent : open) {
        if (sent.step() >= step && !types.contains(sent.type())) {
          types = types.isEmpty() ? Set.of(sent.type()) : with(types, sent.type());
        }
      }
    }
    return types;
  }

  private static Set<ResourceType> with(Set<ResourceType> types, ResourceType type) {
    Set<ResourceType> more = new HashSet<>(types);
    more.add(type);
    return more;
  }

  /** Whether a response of a type is not answered yet. */
  boolean isOpen(ResourceType type) {
    if (open != null) {
      for (Sent sent : open) {
        if (sent.type().equals(type)) {
          return true;
        }
      }
    }
    return false;
  }
}
