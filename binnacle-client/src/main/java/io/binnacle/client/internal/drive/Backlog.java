package io.binnacle.client.internal.drive;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts what the application was given from one space and has not taken yet: until that is none,
 * no further response is read (C-11). Safe for all threads.
 */
public final class Backlog {

  private final AtomicInteger given = new AtomicInteger();
  private final Runnable caughtUp;

  /**
   * A backlog of nothing.
   *
   * @param caughtUp called on any thread when the last of what was given is taken
   */
  Backlog(Runnable caughtUp) {
    this.caughtUp = caughtUp;
  }

  void given() {
    given.incrementAndGet();
  }

  void taken() {
    if (given.decrementAndGet() == 0) {
      caughtUp.run();
    }
  }

  boolean isEmpty() {
    return given.get() == 0;
  }
}
