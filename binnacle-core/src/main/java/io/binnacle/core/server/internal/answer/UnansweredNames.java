package io.binnacle.core.server.internal.answer;

import io.binnacle.core.view.TypeView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Names of a delta stream of which nothing was said yet, though the client asked for them or listed
 * them: their fate is held back (O-2, O-10). Owned by the thread of its session.
 */
public final class UnansweredNames {

  private Set<String> names = Set.of();

  void add(String name) {
    if (names.isEmpty()) {
      names = new HashSet<>();
    }
    names.add(name);
  }

  /** A view of the names, for reading at once. */
  public Set<String> names() {
    return names;
  }

  /** The names that a view hides no longer: now something must be said. */
  public List<String> released(TypeView target) {
    if (names.isEmpty()) {
      return List.of();
    }
    List<String> released = names.stream().filter(name -> !target.hides(name)).sorted().toList();
    released.forEach(names::remove);
    if (names.isEmpty()) {
      names = Set.of();
    }
    return released;
  }
}
