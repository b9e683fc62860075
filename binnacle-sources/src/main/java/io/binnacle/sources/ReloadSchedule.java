package io.binnacle.sources;

import java.time.Duration;

/**
 * When to look at a directory (G-5): once it was quiet for a while after a change, but not later
 * than some quiet times after the first one; and now and then without being told.
 *
 * <p>Times are those of one clock, in nanoseconds. One thread.
 */
final class ReloadSchedule {

  /** So many quiet times after its first change a burst is read, even if it goes on. */
  private static final int LONGEST_BURST = 20;

  private final long quiet;
  private final long rescan;
  private boolean pending;
  private long firstChange;
  private long lastChange;
  private long lastScan;

  ReloadSchedule(Duration quietTime, Duration rescan, long now) {
    this.quiet = quietTime.toNanos();
    this.rescan = rescan.toNanos();
    this.lastScan = now;
  }

  /** Something changed. */
  void onChange(long now) {
    if (!pending) {
      firstChange = now;
      pending = true;
    }
    lastChange = now;
  }

  /** It was looked at. */
  void onScan(long now) {
    pending = false;
    lastScan = now;
  }

  /** Whether the next look is due because of a change. */
  boolean hasChange() {
    return pending;
  }

  boolean isDue(long now) {
    return untilDue(now).isZero();
  }

  /** How long until the next look; never negative. */
  Duration untilDue(long now) {
    long wait = lastScan + rescan - now;
    if (pending) {
      wait = Math.min(wait, lastChange + quiet - now);
      wait = Math.min(wait, firstChange + LONGEST_BURST * quiet - now);
    }
    return Duration.ofNanos(Math.max(0, wait));
  }
}
