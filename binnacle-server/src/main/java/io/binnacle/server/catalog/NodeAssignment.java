package io.binnacle.server.catalog;

import java.util.Map;

/** What a {@link NodeAssigner} decided about a node. */
public sealed interface NodeAssignment {

  /** The node is served a group that is the same for all its nodes. */
  static NodeAssignment group(String name) {
    return new Group(ViewKey.of(name));
  }

  /** The node is served a group's template, rendered with these variables. */
  static NodeAssignment group(String name, Map<String, String> variables) {
    return new Group(new ViewKey(name, variables));
  }

  /** The node is served this; held without answer while the catalog does not have the group. */
  record Group(ViewKey key) implements NodeAssignment {}

  /**
   * No group matches: what holds nothing yet is answered as empty, all else gets silence (G-3a).
   */
  record Unmatched() implements NodeAssignment {}

  /**
   * The node is answered nothing and keeps what it has.
   *
   * @param reason for people: why, and what would mend it
   */
  record Held(String reason) implements NodeAssignment {}
}
