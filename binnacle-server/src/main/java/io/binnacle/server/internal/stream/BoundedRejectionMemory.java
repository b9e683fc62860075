package io.binnacle.server.internal.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RejectionMemory;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Rejections of the last hour, of at most 10,000 (node, type) pairs (S-15, ED-44). */
final class BoundedRejectionMemory implements RejectionMemory {

  private record Key(String nodeId, ResourceType type) {}

  private static final int MOST = 10_000;
  private static final int MOST_NAMES = 1_000;
  private static final Duration KEPT = Duration.ofHours(1);

  private final Cache<Key, Set<String>> names =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(KEPT).build();

  @Override
  public void rejected(String nodeId, ResourceType type, Collection<String> rejected) {
    names
        .asMap()
        .merge(
            new Key(nodeId, type),
            rejected.stream().limit(MOST_NAMES).collect(Collectors.toUnmodifiableSet()),
            BoundedRejectionMemory::union);
  }

  @Override
  public void settled(String nodeId, ResourceType type, Collection<String> settled) {
    names
        .asMap()
        .computeIfPresent(
            new Key(nodeId, type),
            (key, present) -> {
              Set<String> left = new HashSet<>(present);
              left.removeAll(Set.copyOf(settled));
              return left.isEmpty() ? null : Set.copyOf(left);
            });
  }

  @Override
  public Set<String> rejectedNames(String nodeId, ResourceType type) {
    Set<String> present = names.getIfPresent(new Key(nodeId, type));
    return present == null ? Set.of() : present;
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> union = new HashSet<>(a);
    b.stream().limit(Math.max(0, MOST_NAMES - union.size())).forEach(union::add);
    return Set.copyOf(union);
  }
}
