package io.binnacle.client.internal.drive;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt to reach a server: exponential with jitter (C-9). Used
 * by one thread.
 */
public final class Backoff {

  private static final double FACTOR = 1.6;
  private static final double JITTER = 0.2;

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private double nextNanos;

  /**
   * A backoff that has not begun.
   *
   * @param first the wait after the first failure, before jitter
   * @param longest the longest one, before jitter
   */
  public Backoff(Duration first, Duration longest, RandomGenerator random) {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("a backoff from " + first + " to " + longest);
    }
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.nextNanos = first.toNanos();
  }

  /** Nanoseconds to wait now; the next wait is longer. */
  public long next() {
    double wait = nextNanos * (1 - JITTER + 2 * JITTER * random.nextDouble());
    nextNanos = Math.min(nextNanos * FACTOR, longest.toNanos());
    return (long) wait;
  }

  /** A response was received: begin anew. */
  public void reset() {
    nextNanos = first.toNanos();
  }
}
