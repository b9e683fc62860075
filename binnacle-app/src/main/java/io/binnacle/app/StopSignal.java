package io.binnacle.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/**
 * The wish that the program ends: Ctrl-C, SIGTERM, or a test's call. The first one ends it in
 * order, with exit code 0; a second one at once. Safe for all threads.
 */
public final class StopSignal {

  /** What shells give to a program that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  private final CountDownLatch requested = new CountDownLatch(1);

  /** One that hears the signals of this process; the JVM's own handling of them ends. */
  public static StopSignal ofProcess() {
    StopSignal stop = new StopSignal();
    for (String name : new String[] {"INT", "TERM"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (stop.isRequested()) {
              Runtime.getRuntime().halt(INTERRUPTED);
            }
            stop.request();
          });
    }
    return stop;
  }

  public void request() {
    requested.countDown();
  }

  public boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Waits for the wish; an interrupt counts as one. */
  public void await() {
    try {
      requested.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the wish, but no longer than this; returns whether it came. */
  public boolean await(Duration longest) {
    try {
      return requested.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
