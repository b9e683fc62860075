package io.binnacle.server.catalog;

import io.envoyproxy.envoy.config.core.v3.Node;

/**
 * Decides what a node is served (N-3): by its id, cluster, locality, metadata, user agent and
 * client features.
 *
 * <p>Called once when a stream's first request has come, and again for every stream when the
 * catalog is given another assigner. Must be pure and fast: it is called on the event loops, from
 * several threads.
 */
@FunctionalInterface
public interface NodeAssigner {

  /**
   * The assignment of a node.
   *
   * @param node as its first request gave it, without {@code extensions}; the default instance when
   *     it gave none (N-4)
   * @return never null: {@link NodeAssignment.Unmatched} means that no group matches
   * @throws RuntimeException ends the stream as INTERNAL, and no other (B-6)
   */
  NodeAssignment assign(Node node);

  /** Every node gets one group. */
  static NodeAssigner everyNodeGets(String group) {
    NodeAssignment assignment = new NodeAssignment.Group(ViewKey.of(group));
    return node -> assignment;
  }
}
