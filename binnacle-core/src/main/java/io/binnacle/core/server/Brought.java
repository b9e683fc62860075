package io.binnacle.core.server;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Names of which a client that comes back holds some version, and was sent nothing yet: they are
 * held back, or gone (O-10, O-11). Empty on nearly every stream. Owned by the thread of its
 * session.
 */
final class Brought {

  private Set<String> names = Set.of();

  /** The first answer shows this view to a client that said that it holds these names. */
  void first(Collection<String> held, TypeView shown) {
    names = without(held, shown);
  }

  /** The client is shown this view now. */
  void shown(TypeView view) {
    if (!names.isEmpty()) {
      names = without(names, view);
    }
  }

  boolean contains(String name) {
    return names.contains(name);
  }

  /** Whether any of the names is still wanted. */
  boolean any(Predicate<String> wanted) {
    return names.stream().anyMatch(wanted);
  }

  private static Set<String> without(Collection<String> names, TypeView view) {
    return names.stream().filter(name -> view.get(name) == null).collect(toUnmodifiableSet());
  }
}
