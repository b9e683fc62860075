package io.binnacle.sources.load;

import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.sources.group.NodeVariables;
import io.binnacle.sources.select.Selection;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Decides by the selectors of all groups what a node is served (G-3). Pure and immutable; two are
 * equal when they decide alike.
 *
 * @param candidates the groups that are for nodes, in any order
 */
public record GroupAssigner(List<Candidate> candidates) implements NodeAssigner {

  /** Nothing was loaded: nobody knows what a node should get. */
  public static final GroupAssigner NONE = new GroupAssigner(List.of());

  public GroupAssigner {
    candidates = List.copyOf(candidates);
  }

  /** A group as far as nodes are concerned. */
  public record Candidate(String group, int priority, Selection selection, Standing standing) {}

  /** What a group has for its nodes. */
  public sealed interface Standing {}

  /**
   * It is served.
   *
   * @param variables which {@code node.} names its text uses (G-4)
   * @param required those of them that have no default
   */
  public record Served(SortedSet<String> variables, SortedSet<String> required)
      implements Standing {}

  /**
   * It never loaded, so its nodes wait (G-5).
   *
   * @param reason for people: what is wrong with it
   */
  public record NeverLoaded(String reason) implements Standing {}

  @Override
  public NodeAssignment assign(Node node) {
    List<Candidate> matching = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.selection() instanceof Selection.Nodes nodes && nodes.matches(node)) {
        matching.add(candidate);
      }
    }
    if (!matching.isEmpty()) {
      return theHighest(matching, node);
    }
    for (Candidate candidate : candidates) {
      // G-5: it might be for this node, so the fallback must not take it
      if (candidate.selection() instanceof Selection.Unreadable) {
        return new NodeAssignment.Held(
            "group '"
                + candidate.group()
                + "' might be for this node, but its selectors cannot be read: "
                + reasonOf(candidate));
      }
    }
    List<Candidate> fallbacks =
        candidates.stream().filter(c -> c.selection() instanceof Selection.Fallback).toList();
    return fallbacks.isEmpty() ? new NodeAssignment.Unmatched() : theHighest(fallbacks, node);
  }

  private static NodeAssignment theHighest(List<Candidate> matching, Node node) {
    int priority = matching.stream().mapToInt(Candidate::priority).max().orElseThrow();
    List<Candidate> highest = matching.stream().filter(c -> c.priority() == priority).toList();
    if (highest.size() > 1) {
      // G-3: nothing is merged silently, and no group is taken by chance
      return new NodeAssignment.Held(
          "the groups "
              + highest.stream()
                  .map(c -> "'" + c.group() + "'")
                  .sorted()
                  .collect(Collectors.joining(" and "))
              + " match this node at the same priority "
              + priority
              + "; give one of them a higher priority or narrower nodes");
    }
    Candidate candidate = highest.get(0);
    return candidate.standing() instanceof Served served
        ? keyFor(candidate.group(), served, node)
        : new NodeAssignment.Held(
            "group '" + candidate.group() + "' could not be loaded: " + reasonOf(candidate));
  }

  private static NodeAssignment keyFor(String group, Served served, Node node) {
    Map<String, String> values = NodeVariables.valuesOf(node, served.variables());
    for (String name : served.required()) {
      if (NodeVariables.ABSENT.equals(values.get(name))) {
        return new NodeAssignment.Held(
            "group '"
                + group
                + "' needs ${"
                + name
                + "}, which this node does not have; give a default: ${"
                + name
                + ":-...}");
      }
    }
    return new NodeAssignment.Group(new ViewKey(group, values));
  }

  private static String reasonOf(Candidate candidate) {
    return candidate.standing() instanceof NeverLoaded never ? never.reason() : "unknown";
  }
}
