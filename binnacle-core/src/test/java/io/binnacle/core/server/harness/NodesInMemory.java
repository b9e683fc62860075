package io.binnacle.core.server.harness;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A memory of nodes that forgets nothing by itself. */
public final class NodesInMemory implements NodeMemory {

  private record Key(String nodeId, ResourceType type) {}

  private final Map<Key, Set<String>> refused = new HashMap<>();
  private final Map<String, Map<String, Long>> kept = new HashMap<>();

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

  @Override
  public long keptUntil(String nodeId, String cluster, long until, long now) {
    Long first = kept.computeIfAbsent(nodeId, id -> new HashMap<>()).putIfAbsent(cluster, until);
    return first == null ? until : first;
  }

  @Override
  public void areBack(String nodeId, Predicate<String> exists) {
    kept.getOrDefault(nodeId, new HashMap<>()).keySet().removeIf(exists);
  }
}
