package io.binnacle.server.internal.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The nodes of the last day, as far as there is something to remember, in at most some 16 MB: of
 * each at most 1,000 names of a type that it refused (S-15, ED-44), and 1,000 clusters that are
 * kept for it (O-9). The nodes that were seen least are forgotten first.
 */
final class BoundedNodeMemory implements NodeMemory {

  /** Longer than anything is kept by default, and than a client usually stays away. */
  private static final Duration KEPT = Duration.ofDays(1);

  private final Cache<String, RememberedNode> nodes;

  BoundedNodeMemory() {
    this(16L << 20);
  }

  /** A memory of about so many bytes. */
  BoundedNodeMemory(long bytes) {
    nodes =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((String id, RememberedNode node) -> id.length() + node.bytes())
            .expireAfterAccess(KEPT)
            .build();
  }

  @Override
  public void rejected(String nodeId, ResourceType type, Collection<String> rejected) {
    with(nodeId, node -> node.rejected(type, rejected));
  }

  @Override
  public void settled(String nodeId, ResourceType type, Collection<String> settled) {
    ifKnown(nodeId, node -> node.settled(type, settled));
  }

  @Override
  public Set<String> rejectedNames(String nodeId, ResourceType type) {
    RememberedNode node = nodes.getIfPresent(nodeId);
    return node == null ? Set.of() : node.rejectedNames(type);
  }

  @Override
  public long keptUntil(String nodeId, String cluster, long until, long now) {
    long[] answer = {until};
    with(nodeId, node -> answer[0] = node.keptUntil(cluster, until, now));
    return answer[0];
  }

  @Override
  public void areBack(String nodeId, Predicate<String> exists) {
    ifKnown(nodeId, node -> node.areBack(exists));
  }

  /** For tests: what is beyond the bound is gone when this returns. */
  void cleanUp() {
    nodes.cleanUp();
  }

  private void with(String nodeId, Consumer<RememberedNode> change) {
    nodes
        .asMap()
        .compute(
            nodeId,
            (id, present) -> {
              RememberedNode node = present == null ? new RememberedNode() : present;
              change.accept(node);
              return node;
            });
  }

  private void ifKnown(String nodeId, Consumer<RememberedNode> change) {
    if (nodes.asMap().containsKey(nodeId)) {
      nodes
          .asMap()
          .computeIfPresent(
              nodeId,
              (id, node) -> {
                change.accept(node);
                return node.isEmpty() ? null : node;
              });
    }
  }
}
