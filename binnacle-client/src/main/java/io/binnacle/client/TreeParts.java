package io.binnacle.client;

import com.google.protobuf.Message;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a tree: what the roots name, what that names, and so on (C-13). A part is one watch:
 * of a name, or of a collection. The tree is warm when each part is known: there, or said to be
 * absent or unusable.
 *
 * <p>No thread and no I/O; used by one thread at a time.
 */
final class TreeParts {

  /** One watch. */
  private static final class Part {
    /** What it gave, by name. */
    final Map<String, Member> members = new LinkedHashMap<>();

    boolean known;

    /** Why there is nothing; null while there is, or nothing is known. */
    @Nullable String missing;
  }

  private record Member(Message message, Set<Reference> references) {}

  private final Set<ResourceType> followed;
  private final Set<Reference> roots;
  private final Map<Reference, Part> parts = new HashMap<>();

  /**
   * A tree of which nothing is known.
   *
   * @param followed the types that parts may have
   */
  TreeParts(Collection<Reference> roots, Set<ResourceType> followed) {
    this.roots = new LinkedHashSet<>(roots);
    this.followed = followed;
  }

  /** What is part of the tree now. */
  Set<Reference> needed() {
    Set<Reference> needed = new LinkedHashSet<>(roots);
    Deque<Reference> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      Part part = parts.get(open.remove());
      if (part == null) {
        continue;
      }
      for (Member member : part.members.values()) {
        for (Reference reference : member.references()) {
          if (needed.add(reference)) {
            open.add(reference);
          }
        }
      }
    }
    return needed;
  }

  /** What is watched. */
  Set<Reference> watched() {
    return Set.copyOf(parts.keySet());
  }

  /** A watch begins. */
  void add(Reference watch) {
    parts.put(watch, new Part());
  }

  /** A watch ended. */
  void remove(Reference watch) {
    parts.remove(watch);
  }

  /**
   * A watch was told something.
   *
   * @return whether the tree is another one now
   */
  boolean onEvent(Reference watch, ResourceEvent<? extends Message> event) {
    Part part = parts.get(watch);
    if (part == null) {
      return false; // it has ended meanwhile
    }
    if (event instanceof ResourceEvent.Updated<? extends Message> updated) {
      if (!isCollection(watch)) {
        part.members.clear(); // a watch by alias may get another name
      }
      Message message = updated.value();
      part.members.put(event.name(), new Member(message, references(event.name(), message)));
      part.missing = null;
    } else if (event instanceof ResourceEvent.Absent<? extends Message> absent) {
      gone(part, watch, event.name(), word(absent.reason()));
    } else if (event instanceof ResourceEvent.Failed<? extends Message> failed) {
      gone(part, watch, event.name(), failed.error().message());
    } else {
      return false; // what there is stays good
    }
    part.known = true;
    return true;
  }

  private static void gone(Part part, Reference watch, String name, String why) {
    if (!isCollection(watch) || name.equals(watch.name())) {
      part.members.clear();
    }
    part.members.remove(name);
    part.missing = part.members.isEmpty() ? why : null;
  }

  private static String word(Reason reason) {
    return switch (reason) {
      case REMOVED -> "it does not exist";
      case TIMED_OUT -> "it did not come in time";
      case EXPIRED -> "its TTL is over";
    };
  }

  private static boolean isCollection(Reference watch) {
    return watch.name().equals(ResourceName.WILDCARD) || ResourceName.isGlob(watch.name());
  }

  private Set<Reference> references(String name, Message message) {
    Set<Reference> found = new LinkedHashSet<>();
    ReferenceFinder.generated()
        .visit(
            name,
            message,
            (reference, path) -> {
              if (reference.sameStream() && followed.contains(reference.type())) {
                found.add(reference);
              }
            });
    if (message instanceof RouteConfiguration routes && routes.hasVhds()) {
      found.add(new Reference(ResourceType.VIRTUAL_HOST, ResourceName.WILDCARD));
    }
    return found;
  }

  /** The tree; null while it is not warm. */
  @Nullable ConfigSnapshot snapshot() {
    Map<ResourceType, Map<String, Message>> resources = new HashMap<>();
    Map<Reference, String> missing = new HashMap<>();
    for (Reference reference : needed()) {
      Part part = parts.get(reference);
      if (part == null || !part.known) {
        return null;
      }
      if (part.missing != null) {
        missing.put(reference, part.missing);
      }
      Map<String, Message> named =
          resources.computeIfAbsent(reference.type(), type -> new HashMap<>());
      part.members.forEach((name, member) -> named.put(name, member.message()));
    }
    return new ConfigSnapshot(resources, missing);
  }
}
