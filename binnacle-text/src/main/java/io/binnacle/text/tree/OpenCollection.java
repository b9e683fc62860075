package io.binnacle.text.tree;

import io.binnacle.text.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping or sequence whose end was not read yet. Merge keys ({@code <<}) are resolved at the
 * end: keys of the mapping itself win, then those of the merged mappings in their order.
 */
final class OpenCollection {

  private static final String MERGE = "<<";

  private final Position position;
  private final boolean map;
  private final List<YamlNode> items = new ArrayList<>();
  private final List<YamlMap.Entry> entries = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();
  private final List<YamlNode> merged = new ArrayList<>();
  private @Nullable YamlNode key;
  private boolean ignored;

  final @Nullable String anchor;

  private long nodes = 1;
  private int depth = 1;

  OpenCollection(Position position, @Nullable String anchor, boolean map) {
    this.position = position;
    this.anchor = anchor;
    this.map = map;
  }

  /** How large it is with what was added so far. */
  Extent extent() {
    return new Extent(nodes, depth);
  }

  /** Leaves out the key that is read next, with its value; false when a key is not next. */
  boolean ignoreNextKey() {
    ignored = map && key == null;
    return ignored;
  }

  void add(YamlNode node, Extent extent, Mistakes mistakes) {
    nodes += extent.nodes();
    depth = Math.max(depth, extent.depth() + 1);
    if (!map) {
      items.add(node);
    } else if (key == null) {
      key = node;
    } else {
      if (!ignored) {
        entry(key, node, mistakes);
      }
      key = null;
      ignored = false;
    }
  }

  private void entry(YamlNode name, YamlNode value, Mistakes mistakes) {
    if (!(name instanceof YamlScalar scalar)) {
      mistakes.report(name.position(), "a key must be a word, this is " + name.kind());
    } else if (scalar.text().equals(MERGE) && !scalar.quoted()) {
      merged.add(value);
    } else if (keys.add(scalar.text())) {
      entries.add(new YamlMap.Entry(scalar, value));
    } else {
      mistakes.report(scalar.position(), YamlReader.duplicateKey(scalar.text()));
    }
  }

  YamlNode build(Mistakes mistakes) {
    if (!map) {
      return new YamlList(position, items);
    }
    for (YamlNode source : merged) {
      if (source instanceof YamlList list) {
        list.items().forEach(item -> merge(item, mistakes));
      } else {
        merge(source, mistakes);
      }
    }
    return new YamlMap(position, entries);
  }

  private void merge(YamlNode source, Mistakes mistakes) {
    if (!(source instanceof YamlMap other)) {
      mistakes.report(source.position(), "'<<' takes a map or a list of maps");
      return;
    }
    for (YamlMap.Entry entry : other.entries()) {
      if (keys.add(entry.key().text())) {
        entries.add(entry);
      }
    }
  }
}
