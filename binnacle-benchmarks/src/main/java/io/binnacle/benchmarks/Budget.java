package io.binnacle.benchmarks;

import java.util.concurrent.TimeUnit;

/** How much time is left for something; for everything, or for a part of it. */
final class Budget {

  private static final long LEAST_SECONDS = 5;

  private final long end;

  /** From now on. */
  Budget(long seconds) {
    this.end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  /** What is left, divided by the number of those who still want some; never quite nothing. */
  long shareSeconds(int wanting) {
    long left = TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
    return Math.max(LEAST_SECONDS, left / Math.max(1, wanting));
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }
}
