package io.binnacle.core.property;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RejectionMemory;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The memory of rejections of one node; forgets nothing. */
final class Refusals implements RejectionMemory {

  private final Map<ResourceType, Set<String>> refused = new HashMap<>();

  @Override
  public void rejected(String nodeId, ResourceType type, Collection<String> names) {
    refused.computeIfAbsent(type, t -> new HashSet<>()).addAll(names);
  }

  @Override
  public void settled(String nodeId, ResourceType type, Collection<String> names) {
    refused.getOrDefault(type, new HashSet<>()).removeAll(names);
  }

  @Override
  public Set<String> rejectedNames(String nodeId, ResourceType type) {
    return Set.copyOf(refused.getOrDefault(type, Set.of()));
  }
}
