package io.binnacle.server.poll;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that turn answers into text, of all servers in this process. Not the common pool: an
 * application that blocks its few threads would leave every poll without an answer. They end by
 * themselves when there is nothing to do.
 */
final class Encoding {

  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final long IDLE_SECONDS = 10;

  static final Executor THREADS_OF_OUR_OWN = threads();

  private Encoding() {}

  private static Executor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "binnacle-polls");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
