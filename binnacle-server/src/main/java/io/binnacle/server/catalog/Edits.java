package io.binnacle.server.catalog;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes of single resources of a group, for {@link Catalog#update(String, Edits)}. Collected by
 * one thread; of two edits of one name the later holds.
 */
public final class Edits {

  private final Map<ResourceType, Map<String, @Nullable Resource>> byType = new HashMap<>();

  /**
   * Adds resources, or replaces those of the same names; see {@link Resource#of}.
   *
   * @throws IllegalArgumentException when a message carries no name of its own
   */
  public Edits put(Message... messages) {
    for (Message message : messages) {
      put(Resource.of(message));
    }
    return this;
  }

  /** Adds a resource, or replaces the one of its name. */
  public Edits put(Resource resource) {
    ofType(resource.type()).put(resource.name(), resource);
    return this;
  }

  /**
   * Removes a resource; no effect when there is none of that name.
   *
   * @throws IllegalArgumentException when no resource can have that name
   */
  public Edits remove(ResourceType type, String name) {
    String canonical = ResourceName.canonical(requireNonNull(name, "name"));
    if (canonical == null) {
      throw new IllegalArgumentException("'" + name + "' is no valid xdstp:// name");
    }
    ofType(type).put(canonical, null);
    return this;
  }

  Map<ResourceType, Map<String, @Nullable Resource>> byType() {
    return byType;
  }

  private Map<String, @Nullable Resource> ofType(ResourceType type) {
    return byType.computeIfAbsent(type, t -> new HashMap<>());
  }
}
