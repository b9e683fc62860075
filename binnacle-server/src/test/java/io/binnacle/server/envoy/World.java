package io.binnacle.server.envoy;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import java.util.Map;
import java.util.TreeMap;

/** What every node is to see, edited message by message. Belongs to the thread of the test. */
final class World {

  private final Map<String, Resource> resources;

  World() {
    this(Map.of());
  }

  private World(Map<String, Resource> resources) {
    this.resources = new TreeMap<>(resources);
  }

  World copy() {
    return new World(resources);
  }

  /** Adds or replaces by type and name. */
  World put(Message... messages) {
    for (Message message : messages) {
      add(Resource.of(message));
    }
    return this;
  }

  /** For resources that are more than their message. */
  World add(Resource resource) {
    resources.put(key(resource.type(), resource.name()), resource);
    return this;
  }

  World remove(ResourceType type, String name) {
    if (resources.remove(key(type, name)) == null) {
      throw new IllegalArgumentException("there is no " + type + " " + name);
    }
    return this;
  }

  Snapshot snapshot() {
    return Snapshot.builder().addAll(resources.values()).build();
  }

  private static String key(ResourceType type, String name) {
    return type.typeUrl() + " " + name;
  }
}
