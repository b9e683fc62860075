package io.binnacle.sources.group;

import io.binnacle.text.Findings;
import io.binnacle.text.subst.Substitution;
import io.binnacle.text.subst.Variables;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the variables of a text stand for: {@code vars} of the groups that include it, the outermost
 * first, then its own; the environment; and the node (G-3, G-4).
 */
final class Scope {

  private static final String VARS = "vars.";

  private final Variables variables;

  /** Key of a variable to the names of the node that its value depends on. */
  private final Map<String, SortedSet<String>> nodeNames = new HashMap<>();

  /**
   * @param chain the {@code vars} that apply, the outermost first
   * @param outside the environment and the node
   * @param findings where a variable's own references that lead nowhere are reported; such a
   *     variable has no value
   */
  Scope(List<YamlMap> chain, Variables outside, Findings findings) {
    Variables all = Variables.NONE;
    for (YamlMap vars : chain) {
      all = all.orElse(Variables.ofTree("vars", substituted(vars, outside, findings)));
    }
    this.variables = all.orElse(outside);
  }

  private YamlNode substituted(YamlMap vars, Variables outside, Findings findings) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    for (YamlMap.Entry entry : vars.entries()) {
      String key = entry.key().text();
      int before = findings.errorCount();
      Substitution substitution = new Substitution(outside, VARS + key, findings);
      YamlNode value = substitution.apply(entry.value());
      if (findings.errorCount() == before) {
        entries.add(new YamlMap.Entry(entry.key(), value));
      }
      SortedSet<String> names = new TreeSet<>(substitution.used());
      names.removeIf(name -> !name.startsWith(NodeVariables.PREFIX));
      nodeNames.computeIfAbsent(key, k -> new TreeSet<>()).addAll(names);
    }
    return new YamlMap(vars.position(), entries);
  }

  Variables variables() {
    return variables;
  }

  /** The names of the node that a text depends on which uses these names. */
  SortedSet<String> nodeNames(SortedSet<String> used) {
    SortedSet<String> names = new TreeSet<>();
    for (String name : used) {
      if (name.startsWith(NodeVariables.PREFIX)) {
        names.add(name);
      } else if (name.startsWith(VARS)) {
        String path = name.substring(VARS.length());
        nodeNames.forEach(
            (key, behind) -> {
              if (path.equals(key) || path.startsWith(key + '.')) {
                names.addAll(behind);
              }
            });
      }
    }
    return names;
  }
}
