package io.binnacle.core.validate;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The resources that one kind of node is served, for checks between them. Immutable. */
public final class Together {

  private final Map<ResourceType, List<Resource>> byType = new TreeMap<>();
  private final MessageTypes types;

  /**
   * These resources.
   *
   * @param types what they are unpacked with
   */
  public Together(Collection<Resource> resources, MessageTypes types) {
    resources.forEach(
        resource -> byType.computeIfAbsent(resource.type(), t -> new ArrayList<>()).add(resource));
    this.types = types;
  }

  /** The types of which there are resources, in push order. */
  public List<ResourceType> resourceTypes() {
    return List.copyOf(byType.keySet());
  }

  /** The resources of a type; empty when there are none. */
  public List<Resource> of(ResourceType type) {
    return List.copyOf(byType.getOrDefault(type, List.of()));
  }

  /** The content of a resource, unpacked again at each call; null when its type is unknown. */
  public @Nullable Message messageOf(Resource resource) {
    Message prototype = types.find(resource.type().typeUrl());
    if (prototype == null) {
      return null;
    }
    try {
      return prototype.getParserForType().parsePartialFrom(resource.packed().getValue());
    } catch (InvalidProtocolBufferException e) {
      // such a resource is served as it is; the client accepts or refuses it
      return null;
    }
  }
}
