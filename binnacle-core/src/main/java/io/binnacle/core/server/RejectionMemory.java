package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.Set;

/**
 * What nodes refused, kept beyond their streams: a node that comes back may hold parts of what it
 * refused, though the versions that it lists do not say so (S-15, ED-44).
 *
 * <p>Shared by the streams of all threads; an implementation is bounded and may forget.
 */
public interface RejectionMemory {

  /** Remembers nothing: for streams whose nodes are all without id, and for tests. */
  RejectionMemory NONE =
      new RejectionMemory() {
        @Override
        public void rejected(String nodeId, ResourceType type, Collection<String> names) {}

        @Override
        public void settled(String nodeId, ResourceType type, Collection<String> names) {}

        @Override
        public Set<String> rejectedNames(String nodeId, ResourceType type) {
          return Set.of();
        }
      };

  /** A node refused a response that held or removed these names. */
  void rejected(String nodeId, ResourceType type, Collection<String> names);

  /** A node accepted a response that held or removed these names. */
  void settled(String nodeId, ResourceType type, Collection<String> names);

  /** The names that were refused and not settled since. */
  Set<String> rejectedNames(String nodeId, ResourceType type);
}
