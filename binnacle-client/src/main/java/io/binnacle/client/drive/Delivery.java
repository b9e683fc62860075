package io.binnacle.client.drive;

import io.binnacle.core.client.WatchEvent;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes events to one watcher: one after the other, the next one when the last one is taken, on the
 * executor of the watchers. {@link #add} is for the loop's thread; {@link #close} for any.
 *
 * <p>The queue has a lock of its own, held for a moment only. What waits in it is bounded by what
 * one response brings, since no other is read before all of it is taken (C-11).
 */
public final class Delivery {

  private static final System.Logger LOG = System.getLogger(Delivery.class.getName());

  /** A watcher. */
  @FunctionalInterface
  public interface Target {

    /**
     * Takes an event.
     *
     * @return complete when it is taken; null for at once
     */
    @Nullable CompletionStage<?> take(WatchEvent event);
  }

  private final Executor executor;
  private final Target target;

  /** Called for each event when it is taken, on any thread. */
  private final Runnable taken;

  private final Queue<WatchEvent> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  Delivery(Executor executor, Target target, Runnable taken) {
    this.executor = executor;
    this.target = target;
    this.taken = taken;
  }

  /** Gives an event to the watcher, behind those that wait. */
  void add(WatchEvent event) {
    synchronized (waiting) {
      waiting.add(event);
      if (busy) {
        return;
      }
      busy = true;
    }
    submit();
  }

  private void submit() {
    try {
      executor.execute(this::deliver);
    } catch (RejectedExecutionException e) {
      drop(); // the application ended its executor, so nobody listens any more
    }
  }

  private void drop() {
    int dropped;
    synchronized (waiting) {
      closed = true;
      busy = false;
      dropped = waiting.size();
      waiting.clear();
    }
    for (int i = 0; i < dropped; i++) {
      taken.run();
    }
  }

  /** No event is delivered any more; those that wait count as taken. */
  public void close() {
    synchronized (waiting) {
      closed = true;
    }
  }

  private void deliver() {
    WatchEvent event;
    boolean dropped;
    synchronized (waiting) {
      event = waiting.remove();
      dropped = closed;
    }
    CompletionStage<?> stage = null;
    try {
      stage = dropped ? null : target.take(event);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "the watcher of " + event.watch() + " failed", e);
    }
    if (stage == null) {
      next();
    } else {
      stage.whenComplete((done, failure) -> next());
    }
  }

  /**
   * The present event is taken. Further ones wait for their turn behind those of other watchers.
   */
  private void next() {
    taken.run();
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        busy = false;
        return;
      }
    }
    submit();
  }
}
