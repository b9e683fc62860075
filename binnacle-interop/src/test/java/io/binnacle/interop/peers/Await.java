package io.binnacle.interop.peers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for another process: a condition is looked at until it holds or patience ends. */
public final class Await {

  /** Above what any peer needs on a busy machine, its backoff included. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

  private Await() {}

  /**
   * Returns when the condition holds.
   *
   * @param seen what is shown when it does not come to hold
   */
  public static void until(String what, Supplier<?> seen, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "not within " + PATIENCE.toSeconds() + " s: " + what + "; seen: " + seen.get());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
