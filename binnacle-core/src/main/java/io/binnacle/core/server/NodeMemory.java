package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a server remembers of nodes beyond their streams:
 *
 * <ul>
 *   <li>what they refused: a node that comes back may hold parts of it, though the versions that it
 *       lists do not say so (S-15, ED-44)
 *   <li>until when clusters that are gone are kept for them: a new stream is no reason to keep them
 *       as long again (O-9)
 * </ul>
 *
 * <p>Shared by the streams of all threads; an implementation is bounded and may forget.
 */
public interface NodeMemory {

  /** Remembers nothing: for streams whose nodes are all without id, and for tests. */
  NodeMemory NONE =
      new NodeMemory() {
        @Override
        public void rejected(String nodeId, ResourceType type, Collection<String> names) {}

        @Override
        public void settled(String nodeId, ResourceType type, Collection<String> names) {}

        @Override
        public Set<String> rejectedNames(String nodeId, ResourceType type) {
          return Set.of();
        }

        @Override
        public long keptUntil(String nodeId, String cluster, long until, long now) {
          return until;
        }

        @Override
        public void areBack(String nodeId, Predicate<String> exists) {}
      };

  /** A node refused a response that held or removed these names. */
  void rejected(String nodeId, ResourceType type, Collection<String> names);

  /** A node accepted a response that held or removed these names. */
  void settled(String nodeId, ResourceType type, Collection<String> names);

  /** The names that were refused and not settled since. */
  Set<String> rejectedNames(String nodeId, ResourceType type);

  /**
   * Until when a cluster that is gone is kept for connections that a node may have had before its
   * stream. The first answer holds for all streams of the node, until {@link #areBack}.
   *
   * @param until the answer where nothing is remembered yet, in nanoseconds of the clock that all
   *     streams are polled with
   * @param now by the same clock
   */
  long keptUntil(String nodeId, String cluster, long until, long now);

  /** Forgets {@link #keptUntil} of the clusters that exist again. */
  void areBack(String nodeId, Predicate<String> exists);
}
