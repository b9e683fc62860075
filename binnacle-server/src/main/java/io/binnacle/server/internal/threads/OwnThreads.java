package io.binnacle.server.internal.threads;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that event loops must not do. Not the common pool: an application that blocks
 * the few threads of that would leave clients without an answer. They end by themselves when there
 * is nothing to do, and hold up no end of the process, so nobody has to close them.
 */
public final class OwnThreads {

  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final long IDLE_SECONDS = 10;

  private OwnThreads() {}

  /** As many threads as there are processors, two at least, all of this name. */
  public static Executor named(String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
