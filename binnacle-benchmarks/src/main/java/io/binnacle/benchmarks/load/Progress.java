package io.binnacle.benchmarks.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How far the connections are with one round. Safe from any thread. */
final class Progress {

  private final int resources;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile CountDownLatch open;
  private volatile long doneAt;

  /**
   * Progress of the first round, the loading.
   *
   * @param resources how many a stream must have got
   */
  Progress(int connections, int resources) {
    this.resources = resources;
    this.open = new CountDownLatch(connections);
  }

  int resources() {
    return resources;
  }

  /** A new round begins. */
  void expect(int connections) {
    open = new CountDownLatch(connections);
  }

  /** The last ACK of a connection is with its socket. */
  void connectionDone() {
    doneAt = System.nanoTime();
    open.countDown();
  }

  void failed(Throwable cause) {
    failure.compareAndSet(null, cause);
    CountDownLatch waiting = open;
    while (waiting.getCount() > 0) {
      waiting.countDown();
    }
  }

  /**
   * Waits for the end of the round.
   *
   * @return when its last ACK was written, by {@link System#nanoTime}
   */
  long await(long seconds) throws InterruptedException, TimeoutException {
    boolean done = open.await(seconds, TimeUnit.SECONDS);
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("the load client failed: " + cause, cause);
    }
    if (!done) {
      throw new TimeoutException("not every stream was done after " + seconds + " s");
    }
    return doneAt;
  }
}
