package io.binnacle.server.internal.poll;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.view.View;
import io.binnacle.server.internal.stream.NameLookups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The names that a client polls for, and that its group may not hold, as long as it polls: they are
 * looked up as those of a stream are, once, and stay in use between its polls.
 *
 * <p>As there, a name is looked up when it is asked for, or when the node comes into another group,
 * and not when it vanishes from a view later. Safe from any thread.
 */
final class PollLookups {

  private final NameLookups lookups;
  private final ResourceType type;
  private final List<String> names;
  private final Runnable wakeUp;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Round round;
  private boolean left;

  /**
   * Those of a client.
   *
   * @param names all that it names; those that can be looked up count
   * @param wakeUp called on any thread when lookups have ended
   */
  PollLookups(NameLookups lookups, ResourceType type, Collection<String> names, Runnable wakeUp) {
    this.lookups = lookups;
    this.type = type;
    this.names =
        lookups.handles(type) ? names.stream().filter(NameLookups::isForOne).toList() : List.of();
    this.wakeUp = wakeUp;
  }

  /** What was asked of one group. A late result for an older one means nothing any more. */
  private final class Round implements NameLookups.NameWaiter {
    final String group;
    final Set<String> pending;
    final Set<String> failed = new HashSet<>();

    Round(String group, Collection<String> missing) {
      this.group = group;
      this.pending = new HashSet<>(missing);
    }

    @Override
    public void settled(ResourceType ofType, SettledNames ended) {
      lock.lock();
      try {
        ended.names().forEach(pending::remove);
        if (ended.known()) {
          ended.names().forEach(failed::remove);
        } else {
          failed.addAll(ended.names());
        }
      } finally {
        lock.unlock();
      }
      wakeUp.run();
    }
  }

  /** A poll is served this. */
  void onView(String nodeId, String group, View view) {
    if (names.isEmpty()) {
      return;
    }
    List<String> missing = new ArrayList<>();
    Round before;
    Round now;
    lock.lock();
    try {
      before = round;
      if (left || (before != null && before.group.equals(group))) {
        return;
      }
      for (String name : names) {
        if (view.type(type).get(name) == null) {
          missing.add(name);
        }
      }
      now = new Round(group, missing);
      round = now;
    } finally {
      lock.unlock();
    }
    if (before != null) {
      lookups.leave(before);
    }
    if (!missing.isEmpty()) {
      lookups.ask(now, nodeId, group, type, missing);
    }
  }

  /**
   * Whether nobody knows yet what a poll is to be answered: names are being looked up, or their
   * lookup failed and the client may hold what they stand for (B-6). Of a partial type it keeps
   * that anyway.
   *
   * @param holds whether the client has had an answer
   */
  boolean isOpen(boolean holds) {
    lock.lock();
    try {
      Round now = round;
      return now != null
          && (!now.pending.isEmpty() || (holds && type.fullState() && !now.failed.isEmpty()));
    } finally {
      lock.unlock();
    }
  }

  /** The client polls no more. */
  void leave() {
    Round last;
    lock.lock();
    try {
      left = true;
      last = round;
      round = null;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      lookups.leave(last);
    }
  }
}
