package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * What {@link BoundedNodeMemory} remembers of one node. Safe from any thread.
 *
 * <p>Names beyond 1,000 of a type, and clusters beyond 1,000, are not remembered.
 */
final class RememberedNode {

  private static final int MOST_NAMES = 1_000;

  /** About what a name costs beside its characters. */
  private static final int BYTES_PER_NAME = 64;

  private final Map<ResourceType, Set<String>> rejected = new HashMap<>();

  /** Name of a cluster that is gone to the time at which it is to go from the node too. */
  private final Map<String, Long> kept = new HashMap<>();

  /** When the first of them may be forgotten, or earlier. */
  private long firstOver = Long.MAX_VALUE;

  private int bytes = BYTES_PER_NAME;

  synchronized void rejected(ResourceType type, Collection<String> names) {
    Set<String> known = rejected.computeIfAbsent(type, none -> new HashSet<>());
    for (String name : names) {
      if (known.size() < MOST_NAMES && known.add(name)) {
        bytes += bytesOf(name);
      }
    }
  }

  synchronized void settled(ResourceType type, Collection<String> names) {
    Set<String> known = rejected.get(type);
    if (known != null) {
      for (String name : names) {
        bytes -= known.remove(name) ? bytesOf(name) : 0;
      }
      if (known.isEmpty()) {
        rejected.remove(type);
      }
    }
  }

  synchronized Set<String> rejectedNames(ResourceType type) {
    return Set.copyOf(rejected.getOrDefault(type, Set.of()));
  }

  /** As {@link io.binnacle.core.server.NodeMemory#keptUntil}. */
  synchronized long keptUntil(String cluster, long until, long now) {
    Long first = kept.get(cluster);
    if (first != null) {
      return first;
    }
    if (kept.size() == MOST_NAMES && firstOver <= now) {
      forgetKept((name, over) -> over <= now);
      firstOver = kept.values().stream().min(Long::compare).orElse(Long.MAX_VALUE);
    }
    if (kept.size() < MOST_NAMES) {
      kept.put(cluster, until);
      firstOver = Math.min(firstOver, until);
      bytes += bytesOf(cluster);
    }
    return until;
  }

  synchronized void areBack(Predicate<String> exists) {
    forgetKept((name, over) -> exists.test(name));
  }

  private void forgetKept(BiPredicate<String, Long> which) {
    kept.entrySet()
        .removeIf(
            each -> {
              boolean goes = which.test(each.getKey(), each.getValue());
              bytes -= goes ? bytesOf(each.getKey()) : 0;
              return goes;
            });
  }

  synchronized boolean isEmpty() {
    return rejected.isEmpty() && kept.isEmpty();
  }

  /** About what this costs. */
  synchronized int bytes() {
    return bytes;
  }

  private static int bytesOf(String name) {
    return BYTES_PER_NAME + name.length();
  }
}
