package io.binnacle.sources.revision;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A change that was accepted and is to become a revision. Immutable.
 *
 * @param at when it was accepted
 * @param who made the change, as far as that is known
 * @param source where it came from
 * @param message what it is about, for people; one line or more; empty: {@link ChangeSummary} says
 *     it
 * @param whole whether files that are not among the written ones are gone; else they stay
 * @param written files by path
 * @param removed paths of files that are gone; one that is not there is no fault
 */
public record RevisionDraft(
    Instant at,
    String who,
    String source,
    String message,
    boolean whole,
    Map<String, ByteString> written,
    Set<String> removed) {

  public RevisionDraft {
    written = Map.copyOf(written);
    removed = Set.copyOf(removed);
  }
}
