package io.binnacle.client;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ResourceType;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All parts of a tree at one moment: whatever they name is in here, in {@link #missing}, or not of
 * this client's streams. Immutable.
 *
 * @param resources by type and name
 * @param missing what is named and cannot be had, with the reason
 */
public record ConfigSnapshot(
    Map<ResourceType, Map<String, Message>> resources, Map<Reference, String> missing) {

  public ConfigSnapshot {
    Map<ResourceType, Map<String, Message>> copy = new TreeMap<>();
    resources.forEach(
        (type, named) -> copy.put(type, Collections.unmodifiableMap(new TreeMap<>(named))));
    resources = Collections.unmodifiableMap(copy);
    missing = Map.copyOf(missing);
  }

  /** The resources of a kind, by name. */
  @SuppressWarnings("unchecked") // a tree holds the messages of its types
  public <M extends Message> Map<String, M> all(ResourceKind<M> kind) {
    return (Map<String, M>) resources.getOrDefault(kind.type(), Map.of());
  }

  /** One resource; null when it is not part of the tree, or missing. */
  public <M extends Message> @Nullable M get(ResourceKind<M> kind, String name) {
    return all(kind).get(name);
  }
}
