package io.binnacle.sources.group;

import io.binnacle.text.Findings;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlWriter;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * The {@code ${node...}} of a text as the variables of a view, and back (G-4): a value is YAML, so
 * that a number stays a number. Stateless.
 */
public final class NodeVariables {

  /** Stands for no value; no value is written like this. */
  public static final String ABSENT = "";

  /** What the names of all of them start with. */
  static final String PREFIX = "node.";

  private static final MessagePrinter PRINTER = new MessagePrinter(TypeCatalog.generated());

  private NodeVariables() {}

  /**
   * The values that a node has for some names: an entry for each, {@link #ABSENT} where it has
   * none, so that the keys identify the text that the values were made for.
   */
  public static Map<String, String> valuesOf(Node node, SortedSet<String> names) {
    if (names.isEmpty()) {
      return Map.of();
    }
    Variables variables = Variables.ofTree("node", PRINTER.toTree(node));
    Map<String, String> values = new HashMap<>();
    for (String name : names) {
      YamlNode value = variables.find(name);
      values.put(name, value == null || value.isNull() ? ABSENT : textOf(value));
    }
    return values;
  }

  /** The variables that such values stand for. */
  static Variables of(Map<String, String> values) {
    Map<String, YamlNode> trees = new HashMap<>();
    values.forEach(
        (name, text) -> {
          List<YamlNode> documents = SourceText.parse("node", text + "\n", new Findings());
          if (!documents.isEmpty()) {
            trees.put(name, documents.get(0));
          }
        });
    return trees::get;
  }

  private static String textOf(YamlNode value) {
    String yaml = YamlWriter.write(value);
    return yaml.endsWith("\n") ? yaml.substring(0, yaml.length() - 1) : yaml;
  }
}
