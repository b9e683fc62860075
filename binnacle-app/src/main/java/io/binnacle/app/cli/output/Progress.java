package io.binnacle.app.cli.output;

import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What is being done, for people who wait: nothing in the first two seconds, then a line every two
 * seconds at most. Used by one thread.
 */
public final class Progress implements Consumer<String> {

  private static final long PAUSE_NANOS = 2_000_000_000L;

  private final PrintWriter to;
  private final LongSupplier nanos;
  private long last;

  /**
   * Begins to wait.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  public Progress(PrintWriter to, LongSupplier nanos) {
    this.to = to;
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  @Override
  public void accept(String what) {
    long now = nanos.getAsLong();
    if (now - last >= PAUSE_NANOS) {
      last = now;
      to.println("... " + what);
      to.flush();
    }
  }
}
