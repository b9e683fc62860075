package io.binnacle.sources.files;

import java.time.Duration;

/**
 * How long nothing must happen before a change is read (G-5a). All follow from the quiet time, in
 * brackets for its default of 100 ms.
 *
 * @param alone after one file was moved into place and nothing else happened (20 ms)
 * @param quiet after any other change, so that a burst is one publish (100 ms)
 * @param edit after a file was written in place or deleted: the writer may not be done (1 s)
 * @param cut the same when the file looks like the beginning of one (5 s)
 * @param longest so long a change waits at most for others that are not finished (2 s)
 */
public record Calm(Duration alone, Duration quiet, Duration edit, Duration cut, Duration longest) {

  private static final Duration ENOUGH_FOR_EDITS = Duration.ofSeconds(1);
  private static final int CUT_TO_EDIT = 5;

  /** Those that follow from a quiet time. */
  public static Calm of(Duration quiet) {
    Duration tenfold = quiet.multipliedBy(10);
    Duration edit = tenfold.compareTo(ENOUGH_FOR_EDITS) < 0 ? tenfold : ENOUGH_FOR_EDITS;
    if (edit.compareTo(quiet) < 0) {
      edit = quiet;
    }
    return new Calm(
        quiet.dividedBy(5), quiet, edit, edit.multipliedBy(CUT_TO_EDIT), quiet.multipliedBy(20));
  }
}
