package io.binnacle.server.internal.poll;

import io.binnacle.server.internal.poll.PollClient.Key;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who polls, so that many short polls do not look like many clients. Bounded: one that has not
 * polled for a while is forgotten, and when there are too many the one that polled longest ago.
 * Safe from any thread.
 */
final class PollClients {

  private final int most;
  private final long forgetAfterNanos;
  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of their last polls. */
  private final Map<Key, PollClient> clients = new LinkedHashMap<>(16, 0.75f, true);

  PollClients(int most, long forgetAfterNanos) {
    this.most = most;
    this.forgetAfterNanos = forgetAfterNanos;
  }

  /**
   * The client of a poll, which begins now; a new one where none is known.
   *
   * @param made the new one; null where there is no room for it
   */
  @Nullable PollClient begins(Key key, long now, Supplier<@Nullable PollClient> made) {
    lock.lock();
    try {
      PollClient known = clients.get(key);
      PollClient client = known == null ? made.get() : known;
      if (client == null) {
        return null;
      }
      client.begins(now);
      if (known == null) {
        clients.put(key, client);
      }
      return client;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out those whose time is over. */
  List<PollClient> forgotten(long now) {
    List<PollClient> gone = new ArrayList<>();
    lock.lock();
    try {
      Iterator<PollClient> oldestFirst = clients.values().iterator();
      while (oldestFirst.hasNext()) {
        PollClient client = oldestFirst.next();
        boolean tooMany = clients.size() > most;
        if (client.isIdleSince(tooMany ? now : now - forgetAfterNanos)) {
          oldestFirst.remove();
          gone.add(client);
        } else if (!tooMany && client.isIdleSince(now)) {
          // the others polled later; only those that hold a poll may stand before an old one
          break;
        }
      }
    } finally {
      lock.unlock();
    }
    return gone;
  }

  List<PollClient> all() {
    lock.lock();
    try {
      return List.copyOf(clients.values());
    } finally {
      lock.unlock();
    }
  }

  List<PollClient> takeAll() {
    lock.lock();
    try {
      List<PollClient> all = List.copyOf(clients.values());
      clients.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }
}
