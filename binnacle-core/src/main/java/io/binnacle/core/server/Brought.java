package io.binnacle.core.server;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Names of which a client holds some version though it asks for them anew, until it is shown them:
 * what it held before the stream and is held back, or gone (O-10, O-11), and what it named again
 * before it read a response that brings it. Empty on nearly every stream. Owned by the thread of
 * its session.
 */
final class Brought {

  private Set<String> names = Set.of();

  /** The first answer shows this view to a client that said that it holds these names. */
  void first(Collection<String> held, TypeView shown) {
    names = without(held, shown);
  }

  /** The client names these again, and will read a response that brings them. */
  void onTheWay(Set<String> named) {
    if (!named.isEmpty()) {
      names = Stream.concat(names.stream(), named.stream()).collect(toUnmodifiableSet());
    }
  }

  /** They are not subscribed any more. */
  void forget(Collection<String> unsubscribed) {
    if (!names.isEmpty() && !unsubscribed.isEmpty()) {
      names =
          names.stream().filter(name -> !unsubscribed.contains(name)).collect(toUnmodifiableSet());
    }
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
