package io.binnacle.core.server.internal.held;

import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one response that are not written yet: all of them, or the rest of one that was too
 * large (D-11). Holds nothing when all is written, above all no former view. Owned by the thread of
 * its session.
 */
public final class Unsent {

  private List<Part> parts = List.of();
  private int next;
  private @Nullable TypeView from;

  /**
   * Puts the parts of a response in line; there must be none before.
   *
   * @param shownBefore what the client was shown before the response; null for nothing
   */
  public void put(List<Part> response, @Nullable TypeView shownBefore) {
    if (!isEmpty()) {
      throw new IllegalStateException("a response is being written already");
    }
    if (!response.isEmpty()) {
      parts = response;
      next = 0;
      from = shownBefore;
    }
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The parts in line. */
  List<Part> parts() {
    return parts.subList(next, parts.size());
  }

  /** The names that the parts in line hold or remove. */
  public Set<String> names() {
    if (isEmpty()) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    parts().forEach(part -> names.addAll(part.names()));
    return names;
  }

  /** What the client was shown before the parts in line; null for nothing. */
  public @Nullable TypeView from() {
    return from;
  }

  /** The next part, which is written now. */
  public Part take() {
    Part part = parts.get(next++);
    if (next == parts.size()) {
      forget();
    }
    return part;
  }

  /** Whether changes since concern a part in line. */
  public boolean isConcernedBy(List<Change> changes) {
    return Part.anyConcerns(parts.subList(next, parts.size()), changes);
  }

  /** Takes out of line what is in it. */
  void forget() {
    parts = List.of();
    next = 0;
    from = null;
  }
}
