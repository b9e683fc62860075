package io.binnacle.sources;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.group.ReadyGroup;
import java.util.Map;

/**
 * A group whose text came to use more of the node. Until the assigner has moved the nodes to keys
 * that have the new values, those of the old text are served by the old text: without them the new
 * one would take its defaults for a moment. Pure.
 */
record TransitionTemplate(ReadyGroup next, ReadyGroup before) implements SnapshotTemplate {

  @Override
  public Snapshot render(Map<String, String> variables) {
    return variables.keySet().containsAll(next.variables())
        ? next.render(variables)
        : before.render(variables);
  }
}
