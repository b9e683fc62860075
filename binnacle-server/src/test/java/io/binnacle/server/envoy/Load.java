package io.binnacle.server.envoy;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Steady traffic, one request after the other, from {@link #start} to {@link #stop}. The counts
 * belong to the sending thread until that has ended.
 */
final class Load {

  /** What a request counts as whose connection was refused or broke. */
  static final int BROKEN = 0;

  private static final long PAUSE_NANOS = 2_000_000;

  private final AtomicBoolean running = new AtomicBoolean(true);
  private final CompletableFuture<Map<Integer, Integer>> statuses;

  private Load(Traffic traffic) {
    statuses = CompletableFuture.supplyAsync(() -> send(traffic), task -> thread(task).start());
  }

  static Load start(Traffic traffic) {
    return new Load(traffic);
  }

  /** The number of answers by status. */
  Map<Integer, Integer> stop() {
    running.set(false);
    return statuses.join();
  }

  private Map<Integer, Integer> send(Traffic traffic) {
    Map<Integer, Integer> counts = new TreeMap<>();
    do {
      counts.merge(status(traffic), 1, Integer::sum);
      // Steady, but leaves the machine to those who are under test.
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (running.get());
    return counts;
  }

  private static int status(Traffic traffic) {
    try {
      return traffic.get().status();
    } catch (UncheckedIOException e) {
      return BROKEN;
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "load");
    thread.setDaemon(true);
    return thread;
  }
}
