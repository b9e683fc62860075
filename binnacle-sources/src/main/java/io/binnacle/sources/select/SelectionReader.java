package io.binnacle.sources.select;

import io.binnacle.core.message.NearestName;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code nodes}. One use, one thread. */
public final class SelectionReader {

  private static final String LOCALITY = "locality";
  private static final String METADATA = "metadata";
  private static final List<String> KEYS =
      List.of("id", "cluster", LOCALITY, METADATA, "user_agent_name", "user_agent_version");
  private static final List<String> LOCALITY_KEYS = List.of("region", "zone", "sub_zone");

  private final Findings findings;

  public SelectionReader(Findings findings) {
    this.findings = findings;
  }

  /**
   * The selection that a node of the tree means.
   *
   * @param nodes null when the key is absent
   * @return {@link Selection.Unreadable} when there was an error, which is then in the findings
   */
  public Selection read(@Nullable YamlNode nodes) {
    if (nodes == null) {
      return new Selection.Fallback();
    }
    int before = findings.errorCount();
    List<NodeSelector> selectors = new ArrayList<>();
    if (nodes instanceof YamlList list) {
      list.items().forEach(item -> selectors.add(selector(item)));
    } else {
      error(
          nodes,
          "expected a list of selectors, got "
              + nodes.kind()
              + "; leave the key out for a fallback, or write 'nodes: []' for a group that is only"
              + " included");
    }
    if (findings.errorCount() > before) {
      return new Selection.Unreadable();
    }
    return selectors.isEmpty() ? new Selection.IncludeOnly() : new Selection.Nodes(selectors);
  }

  private NodeSelector selector(YamlNode node) {
    Map<NodeField, Glob> fields = new EnumMap<>(NodeField.class);
    Map<String, MetadataPattern> metadata = new LinkedHashMap<>();
    if (!(node instanceof YamlMap map) || map.entries().isEmpty()) {
      error(
          node,
          "expected a map such as {cluster: edge}, got "
              + (node instanceof YamlMap ? "an empty one" : node.kind())
              + "; every node is {id: \"*\"}");
      return new NodeSelector(fields, new MetadataPattern.Fields(metadata));
    }
    for (YamlMap.Entry entry : map.entries()) {
      String key = Keys.snake(entry.key().text());
      switch (key) {
        case LOCALITY -> locality(entry.value(), fields);
        case METADATA -> metadata.putAll(metadata(entry.value()));
        default -> field(key, entry, KEYS, fields);
      }
    }
    return new NodeSelector(fields, new MetadataPattern.Fields(metadata));
  }

  private void locality(YamlNode node, Map<NodeField, Glob> fields) {
    if (!(node instanceof YamlMap map)) {
      error(node, "locality: expected a map with region, zone or sub_zone, got " + node.kind());
      return;
    }
    for (YamlMap.Entry entry : map.entries()) {
      String key = Keys.snake(entry.key().text());
      field(LOCALITY + "." + key, entry, LOCALITY_KEYS, fields);
    }
  }

  private void field(
      String key, YamlMap.Entry entry, List<String> legal, Map<NodeField, Glob> fields) {
    for (NodeField field : NodeField.values()) {
      if (field.key().equals(key)) {
        Glob glob = glob(entry.value(), key);
        if (glob != null && fields.put(field, glob) != null) {
          error(entry.key(), "'" + key + "' is there twice");
        }
        return;
      }
    }
    String wrong = entry.key().text();
    error(
        entry.key(),
        "a node has no '"
            + wrong
            + "' to select by"
            + (NearestName.among(legal, wrong) == null
                ? "; there is " + String.join(", ", legal)
                : NearestName.hint(legal, wrong)));
  }

  private @Nullable Glob glob(YamlNode value, String key) {
    if (value instanceof YamlScalar scalar && !scalar.isNull()) {
      return new Glob(scalar.text());
    }
    error(value, key + ": expected a text, '*' stands for any part of it; got " + value.kind());
    return null;
  }

  private Map<String, MetadataPattern> metadata(YamlNode node) {
    Map<String, MetadataPattern> fields = new LinkedHashMap<>();
    if (!(node instanceof YamlMap map)) {
      error(node, "metadata: expected a map, got " + node.kind());
      return fields;
    }
    for (YamlMap.Entry entry : map.entries()) {
      MetadataPattern pattern = pattern(entry.value(), entry.key().text());
      if (pattern != null) {
        fields.put(entry.key().text(), pattern);
      }
    }
    return fields;
  }

  private @Nullable MetadataPattern pattern(YamlNode value, String key) {
    if (value instanceof YamlMap) {
      return new MetadataPattern.Fields(metadata(value));
    }
    if (value instanceof YamlList list) {
      List<MetadataPattern> items = new ArrayList<>();
      for (YamlNode item : list.items()) {
        MetadataPattern pattern = pattern(item, key);
        if (pattern != null) {
          items.add(pattern);
        }
      }
      return new MetadataPattern.Items(items);
    }
    Glob glob = glob(value, "metadata." + key);
    return glob == null ? null : new MetadataPattern.Word(glob);
  }

  private void error(YamlNode at, String message) {
    findings.error(IssueKind.NODES, at.position(), "", "nodes", message);
  }
}
