package io.binnacle.client.internal.drive;

import java.util.concurrent.Executor;

/** The one thread that owns everything of a client, with its clock. Tests move the clock. */
public interface Loop extends Executor {

  /** Nanoseconds since some moment. */
  long now();

  /**
   * Runs a task on the thread, after so many nanoseconds.
   *
   * @return cancels it
   */
  Runnable schedule(Runnable task, long delayNanos);

  /** Whether this is the thread. */
  boolean isOwner();

  /** Ends the thread behind what it was given; later tasks are dropped. */
  void close();
}
