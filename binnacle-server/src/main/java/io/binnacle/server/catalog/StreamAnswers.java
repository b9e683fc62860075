package io.binnacle.server.catalog;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.catalog.Publication.NodeState;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.internal.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far one stream has answered the publishes that concerned it. Its size does not depend on how
 * many those are, nor on how far the stream is behind.
 *
 * <p>Each publish is a numbered step of the stream. For each type there is one line of settled
 * steps: up to this one accepted, up to that one refused, and so on. What a publish became of is
 * read from there when somebody asks; nothing is kept per publish but those that are waited for.
 *
 * <p>Written by the stream's loop, read from any thread.
 */
@Internal
public final class StreamAnswers {

  /** A change of outcome: of the steps behind the last one, up to this one. */
  private record Settled(long upTo, State outcome, String message) {}

  private static final class OfType {
    final ResourceType type;

    /** The last step that changed something of the type for this stream. */
    long concerned;

    /** Every step up to this one is settled. */
    long upTo;

    final List<Settled> outcomes = new ArrayList<>(1);

    OfType(ResourceType type) {
      this.type = type;
    }

    boolean isPending() {
      return concerned > upTo;
    }

    void settle(long step, State outcome, String message) {
      if (!isPending() || step <= upTo) {
        return;
      }
      upTo = step;
      int last = outcomes.size() - 1;
      if (last >= 0 && outcome != State.NACKED && outcomes.get(last).outcome() == outcome) {
        outcomes.set(last, new Settled(step, outcome, message));
        return;
      }
      outcomes.add(new Settled(step, outcome, message));
      if (outcomes.size() > MOST_OUTCOMES) {
        outcomes.remove(0);
      }
    }
  }

  /**
   * Of one stream and type. A client that refuses, accepts and refuses again more often than this
   * is remembered less exactly, for publishes that nobody asked about until then.
   */
  private static final int MOST_OUTCOMES = 16;

  private final String nodeId;
  private final long streamId;
  private final List<OfType> types = new ArrayList<>(1);
  private final List<PublicationWatch.Place> watches = new ArrayList<>(0);
  private boolean left;

  /** A stream that no publish has concerned so far. */
  public StreamAnswers(String nodeId, long streamId) {
    this.nodeId = nodeId;
    this.streamId = streamId;
  }

  /** A publish, which is this step of the stream, concerns it in these types. */
  public synchronized Concerned concernedBy(long step, Set<ResourceType> changed) {
    for (ResourceType type : changed) {
      ofType(type).concerned = step;
    }
    return new Concerned(this, step, changed);
  }

  /** The client accepted what it was sent of a type in a step. */
  public void acked(ResourceType type, long step) {
    settle(type, step, State.ACKED, "");
  }

  /** The client refused what it was sent of a type in a step. */
  public void nacked(ResourceType type, long step, String message) {
    settle(type, step, State.NACKED, message);
  }

  /** Nothing of a type is on its way, though this and earlier steps changed something. */
  public void takenBack(ResourceType type, long step) {
    settle(type, step, State.SUPERSEDED, "");
  }

  /** The stream ended. */
  public void left() {
    List<PublicationWatch.Place> done;
    synchronized (this) {
      left = true;
      done = done();
    }
    done.forEach(PublicationWatch.Place::settled);
  }

  /** The types of which a step is not settled; on the loop. */
  public synchronized List<ResourceType> pending() {
    List<ResourceType> pending = List.of();
    for (OfType of : types) {
      if (of.isPending()) {
        pending = pending.isEmpty() ? new ArrayList<>(1) : pending;
        pending.add(of.type);
      }
    }
    return pending;
  }

  /** Whether somebody waits for the outcome of a publish. */
  public synchronized boolean isWatched() {
    return !watches.isEmpty();
  }

  /** How many publishes are waited for here. */
  synchronized int watches() {
    return watches.size();
  }

  /** How many outcomes are remembered. */
  synchronized int outcomes() {
    return types.stream().mapToInt(of -> of.outcomes.size()).sum();
  }

  /**
   * Notifies this place when the stream has settled what it stands for.
   *
   * @return whether it will; else it is settled
   */
  synchronized boolean watch(PublicationWatch.Place place) {
    watches.removeIf(PublicationWatch.Place::isOver);
    boolean pending = isPending(place.concerned());
    if (pending) {
      watches.add(place);
    }
    return pending;
  }

  synchronized NodeState stateOf(Concerned by) {
    boolean accepted = false;
    boolean pending = false;
    for (ResourceType type : by.types()) {
      Settled settled = settled(ofType(type), by.step());
      if (settled == null) {
        pending = true;
      } else if (settled.outcome() == State.NACKED) {
        return new NodeState(nodeId, streamId, State.NACKED, settled.message());
      } else {
        accepted |= settled.outcome() == State.ACKED;
      }
    }
    State open = left ? State.LEFT : State.PENDING;
    State state = pending ? open : accepted ? State.ACKED : State.SUPERSEDED;
    return new NodeState(nodeId, streamId, state, "");
  }

  private void settle(ResourceType type, long step, State outcome, String message) {
    List<PublicationWatch.Place> done;
    synchronized (this) {
      ofType(type).settle(step, outcome, message);
      done = done();
    }
    // without the lock: whoever waits goes on from there
    done.forEach(PublicationWatch.Place::settled);
  }

  private List<PublicationWatch.Place> done() {
    if (watches.isEmpty()) {
      return List.of();
    }
    List<PublicationWatch.Place> done = new ArrayList<>(1);
    watches.removeIf(
        place -> {
          boolean over = !isPending(place.concerned());
          if (over) {
            done.add(place);
          }
          return over;
        });
    return done;
  }

  private boolean isPending(Concerned by) {
    return stateOf(by).state() == State.PENDING;
  }

  private static @Nullable Settled settled(OfType of, long step) {
    for (Settled settled : of.outcomes) {
      if (step <= settled.upTo()) {
        return settled;
      }
    }
    return null;
  }

  private OfType ofType(ResourceType type) {
    for (OfType of : types) {
      if (of.type.equals(type)) {
        return of;
      }
    }
    OfType of = new OfType(type);
    types.add(of);
    return of;
  }
}
