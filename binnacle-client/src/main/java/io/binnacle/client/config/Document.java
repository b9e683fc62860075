package io.binnacle.client.config;

import com.google.protobuf.Message;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One bootstrap while it is read: access to its tree by the kinds of values that are expected,
 * where everything else becomes a finding. Used by one thread.
 */
final class Document {

  private final Findings findings = new Findings();
  private final MessageDecoder decoder = new MessageDecoder(TypeCatalog.newest());
  private final YamlMap root;

  /**
   * @param file its name for findings; one that ends in {@code .json} is JSON, any other YAML
   * @throws BadBootstrapException when the text is not one map
   */
  Document(String file, String text) {
    List<YamlNode> documents = SourceText.parse(file, text, findings);
    if (documents.isEmpty() && !findings.hasErrors()) {
      findings.error(Position.startOf(file), "it is empty");
    }
    YamlNode first = documents.isEmpty() ? null : documents.get(0);
    if (first != null && !(first instanceof YamlMap)) {
      findings.error(first.position(), "this is " + first.kind() + ", expected a map");
    }
    check();
    root = first instanceof YamlMap map ? map : new YamlMap(Position.startOf(file), List.of());
  }

  YamlMap root() {
    return root;
  }

  void error(YamlNode at, String message) {
    findings.error(IssueKind.SYNTAX, at.position(), message);
  }

  /** Throws what was found so far, where any of it is an error. */
  void check() {
    if (findings.hasErrors()) {
      List<Finding> all = findings.sorted();
      throw new BadBootstrapException(all);
    }
  }

  /** The map under a key; null when there is none. */
  @Nullable YamlMap map(YamlMap in, String key) {
    YamlNode value = value(in, key);
    if (value == null || value instanceof YamlMap) {
      return (YamlMap) value;
    }
    error(value, key + ": this is " + value.kind() + ", expected a map");
    return null;
  }

  /** The maps in the list under a key; none when it is not there. */
  List<YamlMap> maps(YamlMap in, String key) {
    List<YamlMap> maps = new ArrayList<>();
    for (YamlNode item : items(in, key)) {
      if (item instanceof YamlMap map) {
        maps.add(map);
      } else {
        error(item, key + ": this is " + item.kind() + ", expected a map");
      }
    }
    return maps;
  }

  /** The maps under the keys of the map under a key. */
  Map<String, YamlMap> namedMaps(YamlMap in, String key) {
    Map<String, YamlMap> maps = new LinkedHashMap<>();
    YamlMap all = map(in, key);
    if (all != null) {
      for (YamlMap.Entry entry : all.entries()) {
        YamlMap one = map(all, entry.key().text());
        maps.put(
            entry.key().text(), one == null ? new YamlMap(entry.key().position(), List.of()) : one);
      }
    }
    return maps;
  }

  /** The texts in the list under a key. */
  List<String> texts(YamlMap in, String key) {
    List<String> texts = new ArrayList<>();
    for (YamlNode item : items(in, key)) {
      if (item instanceof YamlScalar scalar && !scalar.isNull()) {
        texts.add(scalar.text());
      } else {
        error(item, key + ": this is " + item.kind() + ", expected a string");
      }
    }
    return texts;
  }

  /** The text under a key; null when there is none. */
  @Nullable String text(YamlMap in, String key) {
    YamlNode value = value(in, key);
    if (value == null) {
      return null;
    }
    if (value instanceof YamlScalar scalar) {
      return scalar.text();
    }
    error(value, key + ": this is " + value.kind() + ", expected a string");
    return null;
  }

  /** Decodes a part into a message; the empty message when it cannot be, which is a finding. */
  <T extends Message> T decode(YamlNode node, T prototype, String what) {
    Message decoded = decoder.decode(node, prototype, what, findings);
    @SuppressWarnings("unchecked") // it was built by the prototype's builder
    T message = decoded == null ? prototype : (T) decoded;
    return message;
  }

  private List<YamlNode> items(YamlMap in, String key) {
    YamlNode value = value(in, key);
    if (value == null) {
      return List.of();
    }
    if (value instanceof YamlList list) {
      return list.items();
    }
    error(value, key + ": this is " + value.kind() + ", expected a list");
    return List.of();
  }

  private static @Nullable YamlNode value(YamlMap in, String key) {
    YamlNode value = in.get(key);
    return value == null || value.isNull() ? null : value;
  }
}
