package io.binnacle.app.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells people who wait what for, after a while and ever more rarely, until it is closed: for work
 * that cannot say how far it is. On a thread of its own, which ends with it.
 */
final class Waiting implements AutoCloseable {

  /** What people wait for without asking themselves whether something hangs. */
  static final Duration A_WHILE = Duration.ofSeconds(2);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "binnacle-waiting");
            thread.setDaemon(true);
            return thread;
          });
  private final PrintWriter to;
  private final String what;
  private final Duration pause;
  private long pauses;

  /** Begins to wait. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer
  Waiting(PrintWriter to, String what, Duration pause) {
    this.to = to;
    this.what = what;
    this.pause = pause;
    timer.scheduleAtFixedRate(this::tell, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void tell() {
    pauses++;
    if (Long.bitCount(pauses) > 1) {
      return; // twice as rarely each time
    }
    to.println("... " + what + ", " + pause.multipliedBy(pauses).toSeconds() + " s so far");
    to.flush();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
