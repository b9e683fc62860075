package io.binnacle.sources.group;

import io.binnacle.core.message.FieldPath;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Where a field of a message stands in the text that the message was made of. Stateless. */
final class FieldPositions {

  private FieldPositions() {}

  /** The place of a field; of the innermost message around it that is there, when it is not. */
  static Position of(YamlNode message, FieldPath path) {
    Deque<String> steps = new ArrayDeque<>();
    for (FieldPath at = path; at.parent() != null; at = at.parent()) {
      steps.push(at.step());
    }
    YamlNode node = message;
    for (String step : steps) {
      YamlNode inner = inner(node, step);
      if (inner == null) {
        break;
      }
      node = inner;
    }
    return node.position();
  }

  private static @Nullable YamlNode inner(YamlNode node, String step) {
    if (step.startsWith("[") && !step.startsWith("[\"")) {
      return item(node, Integer.parseInt(step.substring(1, step.length() - 1)));
    }
    if (node instanceof YamlMap map) {
      return step.startsWith("[\"")
          ? map.get(step.substring(2, step.length() - 2))
          : field(map, step);
    }
    return null;
  }

  /** One value may stand for a list of one. */
  private static @Nullable YamlNode item(YamlNode node, int index) {
    if (!(node instanceof YamlList list)) {
      return index == 0 ? node : null;
    }
    return index < list.items().size() ? list.items().get(index) : null;
  }

  private static @Nullable YamlNode field(YamlMap map, String name) {
    YamlNode exact = map.get(name);
    return exact != null ? exact : Keys.value(map, name);
  }
}
