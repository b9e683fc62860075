package io.binnacle.server.internal.threads;

/**
 * One event loop: the only thread that touches the streams that were given to it. Implemented by
 * each transport, and by tests with a clock of their own.
 */
public interface Loop {

  /** Runs a task on the loop soon; may be called from any thread. */
  void execute(Runnable task);

  /**
   * Runs a task on the loop after a delay; called on the loop.
   *
   * @param delayNanos not negative
   */
  Timer schedule(Runnable task, long delayNanos);

  /** The loop's clock in nanoseconds; only differences mean something. */
  long now();

  /** A task that has not run yet. */
  interface Timer {
    /** Makes sure that the task does not run any more; no effect when it did. */
    void cancel();
  }
}
