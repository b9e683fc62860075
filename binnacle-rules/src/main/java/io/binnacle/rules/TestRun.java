package io.binnacle.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a build knows of one test beside the rules that it proved; as text one line, parted by
 * tabulators.
 *
 * @param test {@code class#method}; {@code class#*} for a class of which no test ran
 * @param ran false when it was skipped, for example since a peer is missing here
 * @param covers what its {@link Covers} names
 * @param seen what its {@link Evidence} holds
 */
record TestRun(String test, boolean ran, Set<String> covers, Map<Delivery, Set<String>> seen) {
  static final String FILE = "features.tsv";

  static TestRun skipped(String test) {
    return new TestRun(test, false, Set.of(), Map.of());
  }

  static String toText(List<TestRun> runs) {
    return runs.stream().map(TestRun::toLine).collect(Collectors.joining());
  }

  static List<TestRun> parse(String text) {
    List<TestRun> runs = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.split("\t", -1);
      Map<Delivery, Set<String>> seen = new EnumMap<>(Delivery.class);
      for (String part : Arrays.asList(parts).subList(3, parts.length)) {
        int at = part.indexOf('=');
        seen.put(Delivery.valueOf(part.substring(0, at)), setOf(part.substring(at + 1)));
      }
      runs.add(new TestRun(parts[0], parts[1].equals("ran"), setOf(parts[2]), seen));
    }
    return runs;
  }

  private String toLine() {
    StringBuilder line = new StringBuilder(test);
    line.append('\t').append(ran ? "ran" : "skipped").append('\t').append(textOf(covers));
    for (Delivery how : Delivery.values()) {
      if (seen.containsKey(how)) {
        line.append('\t').append(how).append('=').append(textOf(seen.get(how)));
      }
    }
    return line.append('\n').toString();
  }

  private static String textOf(Set<String> names) {
    return String.join(",", new TreeSet<>(names));
  }

  private static Set<String> setOf(String text) {
    return text.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(text.split(",")));
  }
}
