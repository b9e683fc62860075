package io.binnacle.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * What one module proved in one build; as text the first line holds the build, every other a rule
 * and a test, parted by tabulators, or the word {@code idle} and a test.
 *
 * @param build the build's stamp, the same in all modules of one build
 * @param list the proofs
 * @param idle methods that name rules, but are no tests that the build found: {@code class#method}
 */
record Proofs(String build, List<Proof> list, List<String> idle) {
  static final String FILE = "proven.tsv";

  Proofs {
    list = List.copyOf(list);
    idle = List.copyOf(idle);
  }

  String toText() {
    StringBuilder text = new StringBuilder("build\t").append(build).append('\n');
    list.forEach(p -> text.append(p.rule()).append('\t').append(p.test()).append('\n'));
    idle.forEach(test -> text.append("idle\t").append(test).append('\n'));
    return text.toString();
  }

  static Proofs parse(String text) {
    String build = "";
    List<Proof> list = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    for (String line : text.lines().toList()) {
      int tab = line.indexOf('\t');
      if (tab < 0) {
        throw new IllegalStateException("not a line of " + FILE + ": " + line);
      }
      String key = line.substring(0, tab);
      String value = line.substring(tab + 1);
      if (key.equals("build")) {
        build = value;
      } else if (key.equals("idle")) {
        idle.add(value);
      } else {
        list.add(new Proof(key, value));
      }
    }
    return new Proofs(build, list, idle);
  }
}
