package io.binnacle.text.tree;

import io.binnacle.text.Position;

/**
 * A node of a YAML or JSON document: immutable, and it knows where it stands. Anchors and merges
 * are already resolved, so a tree may share sub-trees but has no cycle.
 */
public sealed interface YamlNode permits YamlMap, YamlList, YamlScalar {

  /** Where the node starts. A node that an alias stands for: where the anchor is. */
  Position position();

  /** What to call this kind of node in a message to a user: with its article. */
  String kind();

  /** Whether it is a null: {@code null}, {@code ~} or nothing at all. */
  default boolean isNull() {
    return false;
  }
}
