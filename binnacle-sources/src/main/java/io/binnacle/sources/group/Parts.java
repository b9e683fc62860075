package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.text.tree.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of a group amount to, as far as that is known without a node. Filled by one
 * thread, then not changed.
 */
final class Parts {

  /**
   * A resource of a text.
   *
   * @param group whose text it stands in
   * @param resource the resource; for one that depends on the node a specimen, null when there can
   *     be none
   * @param perNode null: it is the same for every node
   */
  record Part(
      String group, ResourceText text, @Nullable Resource resource, @Nullable PerNode perNode) {}

  /**
   * A resource that has to be made for each node (G-4).
   *
   * @param chain the {@code vars} that apply, the outermost first
   */
  record PerNode(ResourceText text, List<YamlMap> chain) {
    PerNode {
      chain = List.copyOf(chain);
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private final SortedSet<String> nodeNames = new TreeSet<>();

  void add(Part part, SortedSet<String> names) {
    parts.add(part);
    nodeNames.addAll(names);
  }

  void addAll(Parts other) {
    parts.addAll(other.parts);
    nodeNames.addAll(other.nodeNames);
  }

  List<Part> all() {
    return parts;
  }

  /** The {@code node.} names that any of them depends on. */
  SortedSet<String> nodeNames() {
    return nodeNames;
  }
}
