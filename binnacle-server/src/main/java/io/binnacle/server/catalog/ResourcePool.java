package io.binnacle.server.catalog;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives equal resources of one publish one identity, so that the views of a template share what
 * does not depend on the variables. Used by one thread.
 */
final class ResourcePool {

  private record Key(ResourceType type, ContentHash hash, boolean onDemand) {}

  private final Map<Key, Resource> pool = new HashMap<>();

  Snapshot shared(Snapshot snapshot) {
    Snapshot.Builder shared = Snapshot.builder();
    for (ResourceType type : snapshot.types()) {
      for (Resource resource : snapshot.resources(type).values()) {
        Key key = new Key(type, resource.hash(), resource.onDemand());
        shared.add(pool.computeIfAbsent(key, k -> resource));
      }
    }
    return shared.build();
  }
}
