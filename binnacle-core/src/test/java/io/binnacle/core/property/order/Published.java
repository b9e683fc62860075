package io.binnacle.core.property.order;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The resources of an {@link OrderWorld} that are there now, and what was missing in a publish. */
final class Published {

  private final Map<ResourceType, TreeMap<String, Resource>> present = new HashMap<>();

  /** Users of clusters, with clusters that were missing in a publish that held them. */
  private final IdentityHashMap<Resource, Set<String>> dangling = new IdentityHashMap<>();

  private final Map<String, Resource> ever = new HashMap<>();

  Published(List<ResourceType> types) {
    types.forEach(type -> present.put(type, new TreeMap<>()));
  }

  /** By name; a change is one of what is there. */
  TreeMap<String, Resource> of(ResourceType type) {
    TreeMap<String, Resource> resources = present.get(type);
    if (resources == null) {
      throw new AssertionError("no " + type + " in this world");
    }
    return resources;
  }

  void put(Resource made) {
    // the same content is the same object for ever
    Resource resource =
        ever.computeIfAbsent(made.type() + " " + made.name() + made.version(), key -> made);
    of(resource.type()).put(resource.name(), resource);
  }

  /** Takes away what nothing names. */
  void tidy(ResourceType type) {
    of(type).keySet().retainAll(named(type));
  }

  /** Takes away virtual hosts whose route configuration is gone. */
  void tidyHosts() {
    Set<String> routes = of(ResourceType.ROUTE_CONFIGURATION).keySet();
    present
        .getOrDefault(ResourceType.VIRTUAL_HOST, new TreeMap<>())
        .keySet()
        .removeIf(host -> !routes.contains(host.substring(0, host.indexOf('/'))));
  }

  /** The names of a type that anything holds. */
  Set<String> named(ResourceType type) {
    Set<String> named = new TreeSet<>();
    for (Map<String, Resource> resources : present.values()) {
      resources.values().forEach(resource -> named.addAll(OrderWorld.named(resource, type)));
    }
    return named;
  }

  /** A publish was made of what is there. */
  void noteMissing() {
    Set<String> there = of(ResourceType.CLUSTER).keySet();
    for (Map<String, Resource> resources : present.values()) {
      for (Resource resource : resources.values()) {
        Set<String> missing = OrderWorld.named(resource, ResourceType.CLUSTER);
        missing.removeAll(there);
        if (!missing.isEmpty()) {
          dangling.computeIfAbsent(resource, each -> new HashSet<>()).addAll(missing);
        }
      }
    }
  }

  /** Whether this was ever published without that cluster. */
  boolean wasMissing(Resource user, String cluster) {
    return dangling.getOrDefault(user, Set.of()).contains(cluster);
  }

  Snapshot snapshot() {
    Snapshot.Builder snapshot = Snapshot.builder();
    present.values().forEach(resources -> snapshot.addAll(resources.values()));
    return snapshot.build();
  }
}
