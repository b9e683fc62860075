package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The watches of one type, by what they are for. Owned by the thread of the cache. */
final class WatchTable {

  /** By name of the watch, {@code *} and globs among them. */
  private final Map<String, List<WatchEntry>> byName = new LinkedHashMap<>();

  private int globs;

  boolean isEmpty() {
    return byName.isEmpty();
  }

  void add(WatchEntry entry) {
    byName.computeIfAbsent(entry.name(), name -> new ArrayList<>(1)).add(entry);
    globs += ResourceName.isGlob(entry.name()) ? 1 : 0;
  }

  /** Whether it was the last with its key, so that it ends a subscription (C-12). */
  boolean remove(Watch watch) {
    List<WatchEntry> same = byName.get(watch.name());
    if (same == null || !same.removeIf(entry -> entry.watch == watch)) {
      return false;
    }
    globs -= ResourceName.isGlob(watch.name()) ? 1 : 0;
    if (same.isEmpty()) {
      byName.remove(watch.name());
    }
    return !wants(watch.key());
  }

  /** Whether something is watched under this key. */
  boolean wants(String key) {
    return anyOf(key) != null;
  }

  /** The first watch with this key; null when there is none. */
  @Nullable WatchEntry anyOf(String key) {
    for (WatchEntry entry : named(VariantName.plain(key))) {
      if (entry.key().equals(key)) {
        return entry;
      }
    }
    return null;
  }

  /** All watches with this key. */
  List<WatchEntry> withKey(String key) {
    return named(VariantName.plain(key)).stream().filter(entry -> entry.key().equals(key)).toList();
  }

  /** The keys of everything that is watched, each once, in the order of the first watches. */
  Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    byName.values().forEach(list -> list.forEach(entry -> keys.add(entry.key())));
    return keys;
  }

  /** The watches of just this name, with any parameters. */
  List<WatchEntry> named(String name) {
    return byName.getOrDefault(name, List.of());
  }

  /** All of them. */
  Collection<WatchEntry> all() {
    List<WatchEntry> all = new ArrayList<>();
    byName.values().forEach(all::addAll);
    return all;
  }

  /** The wildcards and globs. */
  List<WatchEntry> collections() {
    if (globs == 0) {
      return List.copyOf(named(ResourceName.WILDCARD));
    }
    return all().stream().filter(WatchEntry::isCollection).toList();
  }

  /** Whether nothing is watched by a name of its own. */
  boolean hasCollectionsOnly() {
    return byName.values().stream().allMatch(list -> list.get(0).isCollection());
  }

  /** Whether somebody wants a resource (C-5). */
  boolean covers(Identity id) {
    return !matching(id).isEmpty();
  }

  /** The watches that a resource is for. */
  List<WatchEntry> matching(Identity id) {
    List<WatchEntry> matching = new ArrayList<>(2);
    collect(id.name(), id, matching);
    for (String alias : id.aliases()) {
      if (!alias.equals(id.name())) {
        collect(alias, id, matching); // D-14
      }
    }
    collect(ResourceName.WILDCARD, id, matching);
    String collection = globs == 0 ? null : ResourceName.collectionOf(id.name());
    if (collection != null) {
      collect(collection, id, matching);
    }
    return matching;
  }

  private void collect(String name, Identity id, List<WatchEntry> matching) {
    for (WatchEntry entry : byName.getOrDefault(name, List.of())) {
      if (id.isFor(entry.parameters()) && !matching.contains(entry)) {
        matching.add(entry);
      }
    }
  }
}
