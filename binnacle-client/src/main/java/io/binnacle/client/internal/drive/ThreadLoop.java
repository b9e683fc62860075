package io.binnacle.client.internal.drive;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A loop on a daemon thread of its own. */
public final class ThreadLoop implements Loop {

  private static final System.Logger LOG = System.getLogger(ThreadLoop.class.getName());

  private final ScheduledThreadPoolExecutor executor;
  private volatile @Nullable Thread thread;

  public ThreadLoop(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              thread = made;
              return made;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void execute(Runnable task) {
    schedule(task, 0);
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public Runnable schedule(Runnable task, long delayNanos) {
    try {
      Future<?> scheduled =
          executor.schedule(guarded(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {}; // closed: nobody waits for it any more
    }
  }

  /** A fault of one task must not end what the others do. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.ERROR, "a task of the xDS client failed", e);
      }
    };
  }

  @Override
  public boolean isOwner() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void close() {
    // behind what was given so far: tasks without delay are in the order of their coming
    schedule(executor::shutdown, 0);
  }
}
