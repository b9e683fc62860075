package io.binnacle.core.view;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The identity of one line of successive type views. Positions can be compared only within one log.
 *
 * <p>A log never forks: of two successors of one view, the second starts a log of its own, so that
 * one (log, position) always means one content. Safe from any thread.
 */
final class Log {
  private final AtomicLong head;

  Log(long position) {
    head = new AtomicLong(position);
  }

  /** Takes the position behind the given one; false when somebody took it before. */
  boolean advance(long from) {
    return head.compareAndSet(from, from + 1);
  }
}
