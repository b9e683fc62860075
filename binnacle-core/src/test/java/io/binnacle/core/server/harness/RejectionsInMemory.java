package io.binnacle.core.server.harness;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RejectionMemory;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A memory of rejections that forgets nothing. */
public final class RejectionsInMemory implements RejectionMemory {

  private record Key(String nodeId, ResourceType type) {}

  private final Map<Key, Set<String>> refused = new HashMap<>();

  @Override
  public void rejected(String nodeId, ResourceType type, Collection<String> names) {
    refused.computeIfAbsent(new Key(nodeId, type), key -> new HashSet<>()).addAll(names);
  }

  @Override
  public void settled(String nodeId, ResourceType type, Collection<String> names) {
    Set<String> known = refused.get(new Key(nodeId, type));
    if (known != null) {
      known.removeAll(names);
    }
  }

  @Override
  public Set<String> rejectedNames(String nodeId, ResourceType type) {
    return Set.copyOf(refused.getOrDefault(new Key(nodeId, type), Set.of()));
  }
}
