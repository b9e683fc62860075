package io.binnacle.app.harness;

import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An output whose lines can be waited for, from another thread. */
public final class Lines extends Writer {

  private static final long PATIENCE_SECONDS = 30;

  private final StringBuilder line = new StringBuilder();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  @Override
  public void write(char[] text, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (text[i] == '\n') {
        lines.add(line.toString());
        line.setLength(0);
      } else {
        line.append(text[i]);
      }
    }
  }

  /** The next line that fits; those before it are thrown away. */
  public String await(Predicate<String> fits) {
    StringBuilder seen = new StringBuilder();
    try {
      String next = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      while (next != null && !fits.test(next)) {
        seen.append(next).append('\n');
        next = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      if (next != null) {
        return next;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("the line did not come; what came was:\n" + seen);
  }

  @Override
  public void flush() {}

  @Override
  public void close() throws IOException {}
}
