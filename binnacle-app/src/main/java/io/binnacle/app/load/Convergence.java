package io.binnacle.app.load;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long a change takes from the first stream that sees it to each other one. A change is a new
 * version: of a response in SotW, of a resource on delta. First answers of a stream are none.
 *
 * <p>A version that nobody saw for a minute is forgotten; when it comes again it is another change.
 * Safe for all threads.
 */
final class Convergence {

  private static final long FORGOTTEN_AFTER = TimeUnit.MINUTES.toNanos(1);

  private static final class Seen {
    private final long first;
    private volatile long last;

    Seen(long now) {
      this.first = now;
      this.last = now;
    }
  }

  private final Map<String, Seen> versions = new ConcurrentHashMap<>();
  private final LongAdder changes = new LongAdder();
  private final Histogram times = new Histogram();

  /** A stream got a version. */
  void saw(String version, long now) {
    Seen fresh = new Seen(now);
    Seen seen = versions.putIfAbsent(version, fresh);
    if (seen == null) {
      changes.increment();
    } else {
      seen.last = now;
      times.record(now - seen.first);
    }
  }

  /** Forgets what is over. To be called from time to time. */
  void sweep(long now) {
    versions.values().removeIf(seen -> now - seen.last > FORGOTTEN_AFTER);
  }

  long changes() {
    return changes.sum();
  }

  Histogram times() {
    return times;
  }
}
