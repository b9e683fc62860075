package io.binnacle.text.subst;

import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives the values that {@code ${name}} stands for. Must not change while a substitution runs. */
@FunctionalInterface
public interface Variables {

  /** No variable has a value. */
  Variables NONE = name -> null;

  /**
   * The value of a variable, with its type.
   *
   * @param name what stands in the braces, such as {@code vars.port}
   * @return null when there is none
   */
  @Nullable YamlNode find(String name);

  /** These, and where they have no value, others. */
  default Variables orElse(Variables others) {
    return name -> {
      YamlNode own = find(name);
      return own == null ? others.find(name) : own;
    };
  }

  /**
   * {@code prefix.a.b} is {@code b} in {@code a} of a tree: {@code vars} of a group, {@code node}
   * of a client.
   */
  static Variables ofTree(String prefix, YamlNode tree) {
    String start = prefix + '.';
    return name -> name.startsWith(start) ? lookUp(tree, name.substring(start.length())) : null;
  }

  private static @Nullable YamlNode lookUp(YamlNode tree, String path) {
    if (!(tree instanceof YamlMap map)) {
      return null;
    }
    // A key may have dots itself (metadata keys often do), so the longest key goes first.
    YamlNode whole = map.get(path);
    if (whole != null) {
      return whole;
    }
    for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      YamlNode inner = map.get(path.substring(0, dot));
      YamlNode found = inner == null ? null : lookUp(inner, path.substring(dot + 1));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** {@code env.X} is the string that the environment has for {@code X}. */
  static Variables ofEnvironment(Map<String, String> environment) {
    return name -> {
      String value = name.startsWith("env.") ? environment.get(name.substring(4)) : null;
      return value == null ? null : new YamlScalar(Position.startOf("environment"), value, true);
    };
  }
}
