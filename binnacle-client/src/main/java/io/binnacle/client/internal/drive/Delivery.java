package io.binnacle.client.internal.drive;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
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
 *
 * @param <E> what the watcher takes
 */
public final class Delivery<E> {

  private static final System.Logger LOG = System.getLogger(Delivery.class.getName());

  /** A watcher. */
  @FunctionalInterface
  public interface Target<E> {

    /**
     * Takes an event.
     *
     * @return complete when it is taken; null for at once
     */
    @Nullable CompletionStage<?> take(E event);
  }

  /** Something to take, and in whose backlogs it counts. */
  private record Item<E>(E event, Collection<Backlog> backlogs) {

    void taken() {
      backlogs.forEach(Backlog::taken);
    }
  }

  private final String name;
  private final Executor executor;
  private final Target<E> target;
  private final Queue<Item<E>> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  /**
   * A delivery with nothing to deliver.
   *
   * @param name of what is watched, for the log
   */
  public Delivery(String name, Executor executor, Target<E> target) {
    this.name = name;
    this.executor = executor;
    this.target = target;
  }

  /**
   * Gives an event to the watcher, behind those that wait.
   *
   * @param backlogs of the spaces that it comes from
   */
  public void add(E event, Collection<Backlog> backlogs) {
    backlogs.forEach(Backlog::given);
    synchronized (waiting) {
      waiting.add(new Item<>(event, backlogs));
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
    List<Item<E>> dropped;
    synchronized (waiting) {
      closed = true;
      busy = false;
      dropped = List.copyOf(waiting);
      waiting.clear();
    }
    dropped.forEach(Item::taken);
  }

  /** No event is delivered any more; those that wait count as taken. */
  public void close() {
    synchronized (waiting) {
      closed = true;
    }
  }

  public boolean isClosed() {
    synchronized (waiting) {
      return closed;
    }
  }

  private void deliver() {
    Item<E> item;
    boolean dropped;
    synchronized (waiting) {
      item = waiting.remove();
      dropped = closed;
    }
    CompletionStage<?> stage = null;
    try {
      stage = dropped ? null : target.take(item.event());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "the watcher of " + name + " failed", e);
    }
    if (stage == null) {
      next(item);
    } else {
      stage.whenComplete((done, failure) -> next(item));
    }
  }

  /**
   * The present event is taken. Further ones wait for their turn behind those of other watchers.
   */
  private void next(Item<E> taken) {
    taken.taken();
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        busy = false;
        return;
      }
    }
    submit();
  }
}
