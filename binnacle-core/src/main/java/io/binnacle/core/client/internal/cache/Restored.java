package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.CacheContents.Entry;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ResourceName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an earlier run held of one type, and nobody has watched yet (C-15). Owned by the thread of
 * the cache.
 */
final class Restored {

  /** By name and by alias. */
  private final Map<String, List<Entry>> byName = new LinkedHashMap<>();

  private long at;

  void add(Entry entry, long now) {
    at = now;
    for (String name : names(entry)) {
      byName.computeIfAbsent(name, n -> new ArrayList<>(1)).add(entry);
    }
  }

  void clear() {
    byName.clear();
  }

  /** Takes out what a watch is for. */
  List<Entry> take(Watch watch) {
    if (byName.isEmpty()) {
      return List.of();
    }
    Set<Entry> taken = new LinkedHashSet<>();
    if (watch.isCollection()) {
      byName.values().forEach(taken::addAll);
    } else {
      taken.addAll(byName.getOrDefault(watch.name(), List.of()));
    }
    taken.removeIf(entry -> !isFor(watch, entry));
    for (Entry entry : taken) {
      for (String name : names(entry)) {
        List<Entry> same = byName.getOrDefault(name, List.of());
        if (same.size() <= 1) {
          byName.remove(name);
        } else {
          same.remove(entry);
        }
      }
    }
    return List.copyOf(taken);
  }

  private static boolean isFor(Watch watch, Entry entry) {
    boolean inCollection =
        !watch.isCollection()
            || watch.isWildcard()
            || watch.name().equals(ResourceName.collectionOf(entry.name()));
    return inCollection && identity(entry).isFor(watch.parameters());
  }

  private static Set<String> names(Entry entry) {
    Set<String> names = new LinkedHashSet<>(entry.aliases());
    names.add(entry.name());
    return names;
  }

  private static Identity identity(Entry entry) {
    return new Identity(entry.name(), entry.constraints(), entry.aliases());
  }

  Held held(Entry entry) {
    return held(entry, at);
  }

  static Held held(Entry entry, long now) {
    Held held =
        new Held(identity(entry), entry.packed(), entry.version(), entry.controlPlane(), now);
    held.restored = true;
    return held;
  }

  static Entry entry(Held held) {
    return new Entry(
        held.id.name(),
        held.id.constraints(),
        held.id.aliases(),
        held.version,
        held.packed,
        held.controlPlane);
  }
}
