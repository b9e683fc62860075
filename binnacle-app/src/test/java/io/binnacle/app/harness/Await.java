package io.binnacle.app.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The one way in which these tests wait for what no event tells: they ask until it is so. */
public final class Await {

  private static final long PATIENCE = Duration.ofSeconds(15).toNanos();
  private static final long BETWEEN = Duration.ofMillis(10).toNanos();

  private Await() {}

  public static <T> T until(String what, Supplier<T> probe, Predicate<T> holds) {
    long deadline = System.nanoTime() + PATIENCE;
    T value = probe.get();
    while (!holds.test(value)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("in vain: " + what + "; last seen: " + value);
      }
      LockSupport.parkNanos(BETWEEN);
      value = probe.get();
    }
    return value;
  }
}
