package io.binnacle.sources.load;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.text.Finding;
import java.util.List;

/** What a node would be served by a configuration. */
public sealed interface Rendering {

  /** These resources, of this group. */
  record Served(String group, Snapshot snapshot) implements Rendering {}

  /**
   * Nothing: no group matches, or the node is held.
   *
   * @param assignment determines which
   */
  record NotServed(NodeAssignment assignment) implements Rendering {}

  /** Nothing, since what this node is makes resources of its group illegal. */
  record Unfit(String group, List<Finding> findings) implements Rendering {
    public Unfit {
      findings = List.copyOf(findings);
    }
  }
}
