package io.binnacle.server.internal.threads;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What waits for one loop. However much that is, it is one task of the loop, which takes all of it
 * in the order in which it came, equal items once: a loop that is behind has less to do for each
 * item, not more. Safe from any thread.
 *
 * @param <T> what is put in
 */
public final class LoopInbox<T> {

  private final Loop loop;
  private final Consumer<List<T>> taker;
  private Set<T> waiting = new LinkedHashSet<>();

  /**
   * An inbox with nothing in it.
   *
   * @param taker is given what waits, on the loop
   */
  public LoopInbox(Loop loop, Consumer<List<T>> taker) {
    this.loop = loop;
    this.taker = taker;
  }

  /** Puts something in. */
  public void put(T item) {
    boolean first;
    synchronized (this) {
      first = waiting.isEmpty();
      waiting.add(item);
    }
    if (first) {
      loop.execute(this::take);
    }
  }

  private void take() {
    Collection<T> all;
    synchronized (this) {
      all = waiting;
      waiting = new LinkedHashSet<>();
    }
    taker.accept(List.copyOf(all));
  }
}
