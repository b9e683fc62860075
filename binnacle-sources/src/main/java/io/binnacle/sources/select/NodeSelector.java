package io.binnacle.sources.select;

import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * One entry of {@code nodes}: all of its fields must match (G-3).
 *
 * @param fields what fields of the node must look like
 * @param metadata what the node's metadata must have
 */
public record NodeSelector(Map<NodeField, Glob> fields, MetadataPattern.Fields metadata) {

  public NodeSelector {
    Map<NodeField, Glob> copy = new EnumMap<>(NodeField.class);
    copy.putAll(fields);
    fields = Collections.unmodifiableMap(copy);
  }

  // Plain loops: every new stream asks every group, on an event loop.
  boolean matches(Node node) {
    for (Map.Entry<NodeField, Glob> field : fields.entrySet()) {
      if (!field.getValue().matches(field.getKey().of(node))) {
        return false;
      }
    }
    return metadata.fields().isEmpty() || metadata.matches(node.getMetadata().getFieldsMap());
  }

  /** Whether a node is thinkable that both match. */
  boolean overlaps(NodeSelector other) {
    for (Map.Entry<NodeField, Glob> field : fields.entrySet()) {
      Glob theirs = other.fields.get(field.getKey());
      if (theirs != null && !field.getValue().overlaps(theirs)) {
        return false;
      }
    }
    return metadata.overlaps(other.metadata);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    fields.forEach((field, glob) -> text.add(field.key() + ": " + glob));
    if (!metadata.fields().isEmpty()) {
      text.add("metadata: " + metadata);
    }
    return text.toString();
  }
}
