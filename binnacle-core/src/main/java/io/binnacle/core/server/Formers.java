package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a delta client may still hold under names whose last response it refused or never got, until
 * it accepts one. The view has moved on by then, and only the former resource tells by which alias
 * the client subscribes to it (D-13, D-14).
 *
 * <p>Empty on a stream at rest. Owned by the thread of its session.
 */
final class Formers {

  /** What is held under one name; null when only the client knows: it listed the name (D-5). */
  private record Former(@Nullable Resource resource) {}

  private Map<String, Former> formers = Map.of();

  /** The client listed these names itself, under aliases that nobody else knows. */
  void listed(Collection<String> names) {
    names.forEach(name -> put(name, new Former(null)));
  }

  /** A part did not reach the client, who was shown this view before. */
  void keep(Part part, @Nullable TypeView before) {
    for (String name : part.names()) {
      Resource resource = before == null ? null : before.get(name);
      if (resource != null && resource.name().equals(name)) {
        put(name, new Former(resource));
      }
    }
  }

  /** A part was refused: what it held the client may use all the same (ED-41). */
  void refused(Part part, @Nullable TypeView before) {
    keep(part, before);
    for (Resource resource : part.changed()) {
      if (!resource.isAbsence()) {
        put(resource.name(), new Former(resource));
      }
    }
  }

  /** The client accepted this. */
  void accepted(Part part) {
    if (!formers.isEmpty()) {
      part.names().forEach(formers::remove);
    }
  }

  /** S-13: what is not subscribed any more the client has dropped. */
  void retain(Subscription subscription) {
    if (!formers.isEmpty()) {
      formers.keySet().removeIf(name -> !isHeld(name, subscription));
    }
  }

  /** Whether the client may hold something under a name, subscribed or not. */
  boolean knows(String name) {
    return formers.containsKey(name);
  }

  /** Whether the client may hold something under a name for what it subscribes to now. */
  boolean isHeld(String name, Subscription subscription) {
    Former former = formers.get(name);
    if (former == null) {
      return false;
    }
    Resource resource = former.resource();
    return resource == null ? !subscription.names().isEmpty() : subscription.selects(resource);
  }

  private void put(String name, Former former) {
    if (formers.isEmpty()) {
      formers = new HashMap<>();
    }
    // of several that did not arrive, the client holds what was before the first
    formers.putIfAbsent(name, former);
  }
}
