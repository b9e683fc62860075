package io.binnacle.sources.select;

import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key {@code nodes} of a group (G-3). */
public sealed interface Selection {

  /** Nodes that match any of the selectors; never without one. */
  record Nodes(List<NodeSelector> selectors) implements Selection {
    public Nodes {
      selectors = List.copyOf(selectors);
    }

    /** Whether any of them is for this node. */
    public boolean matches(Node node) {
      for (NodeSelector selector : selectors) {
        if (selector.matches(node)) {
          return true;
        }
      }
      return false;
    }

    /** A selector that both have, so that every node that it matches is in doubt; or null. */
    public @Nullable NodeSelector equalSelector(Nodes other) {
      for (NodeSelector selector : selectors) {
        if (other.selectors.contains(selector)) {
          return selector;
        }
      }
      return null;
    }

    /** Whether a node is thinkable that both match. */
    public boolean overlaps(Nodes other) {
      for (NodeSelector mine : selectors) {
        for (NodeSelector theirs : other.selectors) {
          if (mine.overlaps(theirs)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** The key is absent: nodes that no other group matches. */
  record Fallback() implements Selection {}

  /** {@code nodes: []}: no node, the group is there to be included. */
  record IncludeOnly() implements Selection {}

  /** Unknown: the text has a fault. */
  record Unreadable() implements Selection {}
}
