package io.binnacle.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which tests prove which cell of {@code docs/features.md}, the best first.
 *
 * <p>A cell of a type: the test says that it is about the type ({@link Covers}), and resources of
 * it were sent in that way while it ran. A cell of a section: the test proves a rule of the
 * section, and clients were served in that way while it ran; where no client was, the way is null.
 *
 * @param cells row and way to the tests
 * @param faults claims that nothing was seen of
 */
record FeatureProofs(Map<Cell, List<String>> cells, List<String> faults) {

  /**
   * One cell.
   *
   * @param row name of a type, or letter of a section
   * @param how null for what needs no client
   */
  record Cell(String row, @Nullable Delivery how) {}

  static FeatureProofs of(FeatureRows rows, Collection<Proof> proofs, Collection<TestRun> runs) {
    Map<Cell, Set<String>> found = new HashMap<>();
    Map<String, Integer> breadth = new HashMap<>();
    List<String> faults = new ArrayList<>();
    Map<String, TestRun> byTest = new TreeMap<>();
    runs.stream().filter(TestRun::ran).forEach(run -> byTest.put(run.test(), run));
    for (TestRun run : byTest.values()) {
      types(rows, run, found, faults);
      breadth.merge(run.test(), run.covers().size() + run.seen().size(), Integer::sum);
    }
    for (Proof proof : proofs) {
      breadth.merge(proof.test(), 1, Integer::sum);
      TestRun run = byTest.get(proof.test());
      for (FeatureRows.Section section : rows.sections()) {
        if (section.rules().contains(proof.rule())) {
          Collection<@Nullable Delivery> ways = new ArrayList<>();
          if (run == null || run.seen().isEmpty()) {
            ways.add(null);
          } else {
            ways.addAll(run.seen().keySet());
          }
          ways.forEach(how -> add(found, new Cell(section.key(), how), proof.test()));
        }
      }
    }
    Map<Cell, List<String>> cells = new HashMap<>();
    found.forEach((cell, tests) -> cells.put(cell, inOrder(tests, breadth)));
    return new FeatureProofs(cells, faults);
  }

  private static void types(
      FeatureRows rows, TestRun run, Map<Cell, Set<String>> found, List<String> faults) {
    Map<Delivery, Set<String>> seen = new EnumMap<>(Delivery.class);
    run.seen()
        .forEach(
            (how, types) ->
                types.forEach(
                    type -> seen.computeIfAbsent(how, k -> new TreeSet<>()).add(rows.rowOf(type))));
    for (String type : run.covers()) {
      if (!rows.rowOf(type).equals(type)) {
        faults.add(run.test() + " covers " + type + ", which is none of the types of table T");
      } else if (seen.values().stream().noneMatch(types -> types.contains(type))) {
        faults.add(run.test() + " covers " + type + ", but nothing of it was delivered in it");
      }
      seen.forEach(
          (how, types) -> {
            if (types.contains(type)) {
              add(found, new Cell(type, how), run.test());
            }
          });
    }
  }

  private static void add(Map<Cell, Set<String>> found, Cell cell, String test) {
    found.computeIfAbsent(cell, key -> new TreeSet<>()).add(test);
  }

  /** Real clients before scripted ones, tests of one thing before tests of many, then by name. */
  private static List<String> inOrder(Set<String> tests, Map<String, Integer> breadth) {
    return tests.stream()
        .sorted(
            Comparator.comparing((String test) -> !test.contains("Envoy"))
                .thenComparing(test -> breadth.getOrDefault(test, 0))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }
}
