package io.binnacle.server.catalog;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which a catalog renders templates for the first time. Of its own, not the common
 * pool: whoever blocks the few threads of that, a node with new variables would wait for it without
 * an answer. A catalog has no end, so the threads end by themselves when there is nothing to
 * render, and hold up no end of the process.
 */
final class RenderingThreads {

  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final long IDLE_SECONDS = 10;

  /** How the threads are called. */
  static final String NAME = "binnacle-render";

  private RenderingThreads() {}

  /** Threads for one catalog: a template that blocks is no matter for another one. */
  static Executor forCatalog() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, NAME);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
