package io.binnacle.client.internal.drive;

import org.jspecify.annotations.Nullable;

/**
 * The attempts of a feed to have something of its source, a stream or a poll: one at a time, with a
 * wait between them (C-9). What comes late, of an attempt that is over, is dropped.
 *
 * <p>Either an attempt is under way, or the next one is waited for, or {@link #begin} is legal.
 * Owned by the loop, but for {@link Attempt#later}.
 */
public final class Attempts {

  private final Loop loop;
  private final Backoff backoff;
  private final Runnable waited;
  private @Nullable Attempt present;

  /** Cancels the wait for the next attempt; null while nothing is waited for. */
  private @Nullable Runnable waiting;

  private boolean closed;

  /**
   * No attempt yet.
   *
   * @param waited called when a wait is over, so that the feed begins the next attempt if it still
   *     wants one
   */
  public Attempts(Loop loop, Backoff backoff, Runnable waited) {
    this.loop = loop;
    this.backoff = backoff;
    this.waited = waited;
  }

  /** Whether an attempt may begin: none is under way, and none is waited for. */
  public boolean mayBegin() {
    return !closed && present == null && waiting == null;
  }

  /**
   * An attempt begins.
   *
   * @param cancel ends it from our side
   */
  public Attempt begin(Runnable cancel) {
    if (!mayBegin()) {
      throw new IllegalStateException("one attempt at a time");
    }
    present = new Attempt(cancel);
    return present;
  }

  /** The source answered: after the next failure the waits begin anew. */
  public void answered() {
    backoff.reset();
  }

  /** The attempt is over as it should be; the next one follows after this time. */
  public void done(long nanos) {
    present = null;
    waiting =
        loop.schedule(
            () -> {
              waiting = null;
              waited.run();
            },
            nanos);
  }

  /**
   * The attempt is over against our will. The next one follows after the backoff, counted from the
   * beginning of this one: at once when it lived longer.
   */
  public void lost() {
    long lived = present == null ? 0 : loop.now() - present.begun;
    done(Math.max(0, backoff.next() - lived));
  }

  /** Ends the attempt or the wait, so that another attempt may begin at once. */
  public void interrupt() {
    if (waiting != null) {
      waiting.run();
      waiting = null;
    }
    Attempt last = present;
    present = null;
    if (last != null) {
      last.cancel.run();
    }
  }

  /** No further attempt follows. */
  public void close() {
    closed = true;
    interrupt();
  }

  /** One attempt. */
  public final class Attempt {

    private final long begun = loop.now();
    private final Runnable cancel;

    private Attempt(Runnable cancel) {
      this.cancel = cancel;
    }

    /** Runs a task on the loop, if this attempt is under way then. For all threads. */
    public void later(Runnable task) {
      loop.execute(
          () -> {
            if (present == this) {
              task.run();
            }
          });
    }
  }
}
