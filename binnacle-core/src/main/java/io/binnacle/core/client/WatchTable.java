package io.binnacle.core.client;

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
  private final Map<String, List<Watch>> byName = new LinkedHashMap<>();

  private int globs;

  boolean isEmpty() {
    return byName.isEmpty();
  }

  void add(Watch watch) {
    byName.computeIfAbsent(watch.name(), name -> new ArrayList<>(1)).add(watch);
    globs += ResourceName.isGlob(watch.name()) ? 1 : 0;
  }

  /** Whether it was the last with its key, so that it ends a subscription (C-12). */
  boolean remove(Watch watch) {
    List<Watch> same = byName.get(watch.name());
    if (same == null || !same.remove(watch)) {
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

  /** Another watch with the same key; null when there is none. */
  @Nullable Watch sibling(Watch watch) {
    return anyOf(watch.key());
  }

  private @Nullable Watch anyOf(String key) {
    for (Watch watch : byName.getOrDefault(VariantName.plain(key), List.of())) {
      if (watch.key().equals(key)) {
        return watch;
      }
    }
    return null;
  }

  /** The keys of everything that is watched, each once, in the order of the first watches. */
  Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    byName.values().forEach(list -> list.forEach(watch -> keys.add(watch.key())));
    return keys;
  }

  /** The watches of just this name, with any parameters. */
  List<Watch> named(String name) {
    return byName.getOrDefault(name, List.of());
  }

  /** All of them. */
  Collection<Watch> all() {
    List<Watch> all = new ArrayList<>();
    byName.values().forEach(all::addAll);
    return all;
  }

  /** The wildcards and globs. */
  List<Watch> collections() {
    if (globs == 0) {
      return List.copyOf(named(ResourceName.WILDCARD));
    }
    return all().stream().filter(Watch::isCollection).toList();
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
  List<Watch> matching(Identity id) {
    List<Watch> matching = new ArrayList<>(2);
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

  private void collect(String name, Identity id, List<Watch> matching) {
    for (Watch watch : byName.getOrDefault(name, List.of())) {
      if (id.isFor(watch.parameters()) && !matching.contains(watch)) {
        matching.add(watch);
      }
    }
  }
}
