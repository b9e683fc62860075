package io.binnacle.server.internal.threads;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A loop with a daemon thread of its own. */
public final class ThreadLoop implements Loop, AutoCloseable {

  private final ScheduledThreadPoolExecutor thread;

  /** A loop whose thread has this name, and begins with the first task. */
  public ThreadLoop(String name) {
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread daemon = new Thread(task, name);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.setRemoveOnCancelPolicy(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
  }

  @Override
  public void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // closed: its streams have ended, and a late callback of one has nothing left to do
    }
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    try {
      ScheduledFuture<?> scheduled = thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {};
    }
  }

  /** Runs a task again and again until the loop is closed. */
  public void repeat(Runnable task, Duration period) {
    thread.scheduleWithFixedDelay(task, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
