package io.binnacle.server.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * What a node is served: a group, and the values that the group's template is rendered with. Nodes
 * with equal keys share one view.
 *
 * @param group name of the group
 * @param variables values of the template's variables for this node; empty for a plain snapshot
 */
public record ViewKey(String group, Map<String, String> variables) {

  public ViewKey {
    requireNonNull(group, "group");
    variables = Map.copyOf(variables);
  }

  /** The key of a group that is the same for all its nodes. */
  public static ViewKey of(String group) {
    return new ViewKey(group, Map.of());
  }

  @Override
  public String toString() {
    return variables.isEmpty() ? group : group + variables;
  }
}
