package io.binnacle.sources.revision;

import java.time.Instant;
import java.util.List;

/**
 * A state that was accepted. Immutable.
 *
 * @param number 1 for the first of a store; each has a number of its own, and a later one a higher
 * @param id how the store knows it: of a Git repository the commit
 * @param at when it was accepted
 * @param who made the change, as far as that is known
 * @param source where it came from
 * @param message what it is about, for people; one line or more
 * @param changes what it did to files, at most {@link #MOST_CHANGES} of them
 * @param changed how many files it changed
 */
public record Revision(
    long number,
    String id,
    Instant at,
    String who,
    String source,
    String message,
    List<FileChange> changes,
    int changed) {

  /** A revision lists so many changes; the store knows the others. */
  public static final int MOST_CHANGES = 200;

  public Revision {
    changes = List.copyOf(changes);
  }
}
