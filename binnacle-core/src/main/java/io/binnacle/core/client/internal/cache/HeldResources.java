package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one type that are held, found by name, by alias, and by the time at which they
 * expire. Owned by the thread of the cache.
 */
final class HeldResources {

  private final Map<String, Held> byKey = new LinkedHashMap<>();

  /** By alias, and variants by their plain name. */
  private final Map<String, List<Held>> byOtherName = new HashMap<>();

  private final TreeSet<Held> expiring = new TreeSet<>(Held.BY_EXPIRY);

  int size() {
    return byKey.size();
  }

  Collection<Held> all() {
    return byKey.values();
  }

  @Nullable Held get(String key) {
    return byKey.get(key);
  }

  /** All variants of a name, and all that have it as alias. */
  List<Held> named(String name) {
    List<Held> others = byOtherName.getOrDefault(name, List.of());
    Held plain = byKey.get(name);
    if (plain == null) {
      return List.copyOf(others);
    }
    List<Held> all = new ArrayList<>(others);
    all.add(0, plain);
    return all;
  }

  /** What a watch of one name gets; null for nothing. */
  @Nullable Held find(Watch watch) {
    Held plain = byKey.get(watch.name());
    if (plain != null) {
      return plain;
    }
    for (Held other : byOtherName.getOrDefault(watch.name(), List.of())) {
      if (other.id.isFor(watch.parameters())) {
        return other;
      }
    }
    return null;
  }

  /** Puts a resource in the place of the one with its key, which is returned. */
  @Nullable Held put(Held held) {
    Held before = remove(held.key());
    byKey.put(held.key(), held);
    for (String other : otherNames(held)) {
      byOtherName.computeIfAbsent(other, name -> new ArrayList<>(1)).add(held);
    }
    if (held.expiresAt != Held.NEVER) {
      expiring.add(held);
    }
    return before;
  }

  @Nullable Held remove(String key) {
    Held held = byKey.remove(key);
    if (held != null) {
      expiring.remove(held);
      for (String other : otherNames(held)) {
        List<Held> list = byOtherName.getOrDefault(other, List.of());
        if (list.size() <= 1) {
          byOtherName.remove(other);
        } else {
          list.remove(held);
        }
      }
    }
    return held;
  }

  /** C-10: from now on it lives until then. */
  void expireAt(Held held, long at) {
    if (held.expiresAt != at) {
      expiring.remove(held);
      held.expiresAt = at;
      if (at != Held.NEVER) {
        expiring.add(held);
      }
    }
  }

  long nextExpiry() {
    return expiring.isEmpty() ? Held.NEVER : expiring.first().expiresAt;
  }

  /** One whose time is over; null for none. */
  @Nullable Held expired(long now) {
    return nextExpiry() <= now ? expiring.first() : null;
  }

  /**
   * Names and versions of what a control plane gave, which count as seen on this stream.
   *
   * @param mostBytes of names and versions
   */
  Map<String, String> listFor(String controlPlane, long stream, int mostBytes) {
    Map<String, String> listed = new LinkedHashMap<>();
    int bytes = 0;
    for (Held held : all()) {
      boolean known = held.controlPlane.equals(controlPlane) && !held.version.isEmpty();
      bytes += held.id.name().length() + held.version.length();
      if (known && held.id.constraints() == null && bytes < mostBytes) {
        listed.put(held.id.name(), held.version);
        held.stream = stream;
      }
    }
    return listed;
  }

  /** What did not come on this stream, and was not listed there. */
  List<Held> notSeenOn(long stream) {
    return all().stream().filter(held -> held.stream != stream).toList();
  }

  private static List<String> otherNames(Held held) {
    if (held.id.aliases().isEmpty() && held.id.constraints() == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String alias : held.id.aliases()) {
      if (!alias.equals(held.id.name()) && !names.contains(alias)) {
        names.add(alias);
      }
    }
    if (held.id.constraints() != null) {
      names.add(held.id.name());
    }
    return names;
  }
}
