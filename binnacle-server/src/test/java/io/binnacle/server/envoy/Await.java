package io.binnacle.server.envoy;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which these tests wait for another process: a condition is polled until it holds
 * or a deadline passes. A probe that throws counts as "not yet", and its exception becomes the
 * cause of the failure.
 */
public final class Await {

  /** Far above what Envoy needs on a busy machine, and below its own 15 s fetch timer. */
  public static final Duration PATIENCE = Duration.ofSeconds(12);

  private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

  private Await() {}

  /** Returns the first probed value that satisfies the condition. */
  public static <T> T until(String what, Supplier<T> probe, Predicate<T> condition) {
    return until(what, PATIENCE, probe, condition);
  }

  public static void until(String what, BooleanSupplier condition) {
    until(what, PATIENCE, condition::getAsBoolean, value -> value);
  }

  public static <T> T until(
      String what, Duration patience, Supplier<T> probe, Predicate<T> condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    Object last = "nothing";
    @Nullable Exception failure = null;
    do {
      try {
        T value = probe.get();
        if (condition.test(value)) {
          return value;
        }
        last = String.valueOf(value);
        failure = null;
      } catch (RuntimeException e) {
        failure = e;
      }
      LockSupport.parkNanos(POLL_NANOS);
    } while (System.nanoTime() < deadline);
    throw new AssertionError(
        "not within " + patience.toMillis() + " ms: " + what + "; last seen: " + last, failure);
  }
}
