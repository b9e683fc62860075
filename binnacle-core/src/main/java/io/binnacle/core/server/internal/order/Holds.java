package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.HoldReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one stream holds back at present, and since when. Each decision of the {@link AdsSequencer}
 * makes the list anew; what was held before keeps the time at which it began to wait.
 *
 * <p>Owned by the thread of its session. Empty outside of transitions.
 */
final class Holds {

  /** One name of one type, which waits with its new content or with its removal. */
  private record Key(ResourceType type, String name, boolean removal) {}

  private Map<Key, Hold> held = Map.of();
  private Map<Key, Hold> next = new LinkedHashMap<>();

  /** What waited as long as it may, and has not gone out yet: it does not begin to wait anew. */
  private Map<Key, Hold> overdue = Map.of();

  private Map<Key, Hold> nextOverdue = new LinkedHashMap<>();
  private List<HoldEvent> events = List.of();

  boolean isEmpty() {
    return held.isEmpty() && overdue.isEmpty();
  }

  /** Whether nothing is held, and nothing is to be reported. */
  boolean isOver() {
    return isEmpty() && events.isEmpty();
  }

  /** Whether the time of something that is held is over. */
  boolean isAnyOver(long now) {
    return !overdue.isEmpty() || nextDeadline() <= now;
  }

  Collection<Hold> all() {
    return held.values();
  }

  /** Why a removal was held back by the last decision; null when it was not. */
  @Nullable HoldReason reasonOfRemoval(ResourceType type, String name) {
    Hold hold = held.get(new Key(type, name, true));
    return hold == null ? null : hold.reason();
  }

  /**
   * Holds something back, unless its time is over.
   *
   * @param patience nanoseconds for which it may wait; {@link Long#MAX_VALUE} for ever
   * @return whether it waits
   */
  boolean hold(
      ResourceType type, String name, HoldReason reason, String waitsFor, long patience, long now) {
    long since = since(type, name, reason, now);
    long until = patience == Long.MAX_VALUE ? Long.MAX_VALUE : since + patience;
    return hold(new Hold(type, name, reason.isOfRemovals(), reason, waitsFor, since, until), now);
  }

  /**
   * Holds something back up to a time of its own.
   *
   * @return whether it waits
   */
  boolean holdUntil(ResourceType type, String name, HoldReason reason, long until, long now) {
    long since = since(type, name, reason, now);
    return hold(new Hold(type, name, reason.isOfRemovals(), reason, "", since, until), now);
  }

  private long since(ResourceType type, String name, HoldReason reason, long now) {
    Key key = new Key(type, name, reason.isOfRemovals());
    Hold before = held.getOrDefault(key, overdue.get(key));
    // a removal that waits for something else now waits anew; a change that waits goes in time
    boolean anew = before == null || (reason.isOfRemovals() && before.reason() != reason);
    return anew || before == null ? now : before.since();
  }

  private boolean hold(Hold hold, long now) {
    Key key = new Key(hold.type(), hold.name(), hold.removal());
    @Nullable Hold before = held.get(key);
    if (hold.until() <= now) {
      if (before != null) {
        tell(new HoldEvent(hold, HoldEvent.Kind.TIMED_OUT));
      }
      nextOverdue.put(key, hold);
      return false;
    }
    if (before == null) {
      tell(new HoldEvent(hold, HoldEvent.Kind.BEGAN));
    }
    next.put(key, hold);
    return true;
  }

  /** The decision is made: what was not held again is free. */
  void decided() {
    for (var entry : held.entrySet()) {
      if (!next.containsKey(entry.getKey()) && !toldOf(entry.getValue())) {
        tell(new HoldEvent(entry.getValue(), HoldEvent.Kind.ENDED));
      }
    }
    held = next.isEmpty() ? Map.of() : next;
    next = new LinkedHashMap<>();
    overdue = nextOverdue.isEmpty() ? Map.of() : nextOverdue;
    nextOverdue = new LinkedHashMap<>();
  }

  private boolean toldOf(Hold hold) {
    return events.stream()
        .anyMatch(
            event ->
                event.kind() == HoldEvent.Kind.TIMED_OUT
                    && event.hold().type().equals(hold.type())
                    && event.hold().name().equals(hold.name()));
  }

  private void tell(HoldEvent event) {
    if (events.isEmpty()) {
      events = new ArrayList<>();
    }
    events.add(event);
  }

  /** What began, ended or timed out since this was asked last. */
  List<HoldEvent> takeEvents() {
    List<HoldEvent> taken = events;
    events = List.of();
    return taken;
  }

  /** When the first of them goes at the latest. */
  long nextDeadline() {
    long next = Long.MAX_VALUE;
    for (Hold hold : held.values()) {
      next = Math.min(next, hold.until());
    }
    return next;
  }
}
