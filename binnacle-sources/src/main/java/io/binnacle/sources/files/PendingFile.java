package io.binnacle.sources.files;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file that differs from what was loaded of it: how it came to be so, and how long it has to stay
 * like that before it counts as finished.
 *
 * @param file as it is now; null when it is gone
 * @param stamp where it was found; null when it is gone or cannot be read
 * @param how it changed
 * @param first when it was first seen to differ, in nanoseconds of the monotonic clock
 * @param since when it last changed, by the same clock
 * @param looksCut whether it may be the beginning of a longer text
 */
record PendingFile(
    @Nullable RawFile file,
    @Nullable FileStamp stamp,
    How how,
    long first,
    long since,
    boolean looksCut) {

  private static final String RENAME = "write it under another name beside it, then rename it";

  /** How a file changed. */
  enum How {
    /** By one step of the file system, so that nobody is in the middle of writing it. */
    MOVED,
    /** It is gone, and perhaps about to be written again. */
    DELETED,
    /** It was there at the first look. */
    FOUND,
    /** It was written where it is, or may have been: nobody knows whether the writer is done. */
    WRITTEN
  }

  /** How long it must stay as it is. */
  Duration calm(Calm calm) {
    return switch (how) {
      case MOVED -> Duration.ZERO;
      case FOUND -> looksCut ? calm.edit() : Duration.ZERO;
      case DELETED -> calm.edit();
      case WRITTEN -> looksCut ? calm.cut() : calm.edit();
    };
  }

  boolean isFinished(Calm calm, long now) {
    boolean stayed = stamp == null || stamp.stable();
    return stayed && now - since >= calm(calm).toNanos();
  }

  /**
   * Whether a text may be the beginning of a longer one: it is empty, or ends within a line (JSON:
   * without a closing bracket) where the one before did not, or is how the one before begins.
   */
  static boolean looksCut(RawFile file, @Nullable RawFile before) {
    if (file.problem() != null) {
      return false;
    }
    if (file.bytes().isEmpty()) {
      return true;
    }
    if (before == null || before.problem() != null) {
      return !endsLine(file);
    }
    boolean isBeginning =
        file.bytes().size() < before.bytes().size() && before.bytes().startsWith(file.bytes());
    return isBeginning || (!endsLine(file) && endsLine(before));
  }

  private static boolean endsLine(RawFile file) {
    boolean isJson = file.path().toLowerCase(Locale.ROOT).endsWith(".json");
    for (int i = file.bytes().size() - 1; i >= 0; i--) {
      int last = file.bytes().byteAt(i);
      if (!isJson) {
        return last == '\n';
      }
      if (last > ' ') {
        return last == '}' || last == ']';
      }
    }
    return false;
  }

  /**
   * Why it is not read, once that has lasted for a while; null when there is nothing to report.
   *
   * @param ignored whether it is not read at all as long as it was written in place
   */
  @Nullable String reason(Calm calm, boolean ignored, long now) {
    boolean isCalm = now - since >= calm.edit().toNanos();
    if (ignored) {
      return isCalm ? "was written in place, so it is not read (--moves-only): " + RENAME : null;
    }
    if (isCalm && looksCut && !isFinished(calm, now)) {
      return "may be half written (it is empty, ends within a line, or is only the beginning of"
          + " what it was): it is read after "
          + text(calm.cut())
          + " without a change";
    }
    if (now - first >= calm.edit().multipliedBy(10).toNanos()) {
      return "is being written all the time: it is read after "
          + text(calm(calm))
          + " without a change, and what it was before stays in force; "
          + RENAME;
    }
    return null;
  }

  private static String text(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
