package io.binnacle.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rules against tests.
 *
 * @param book all rules
 * @param tests rule to the tests that proved it
 * @param faults why the build must fail; empty when rules and tests agree
 */
record Verdict(RuleBook book, Map<String, SortedSet<String>> tests, List<String> faults) {

  static Verdict of(RuleBook book, Collection<Proof> proofs, Collection<String> idle) {
    Map<String, SortedSet<String>> tests = new TreeMap<>();
    proofs.forEach(p -> tests.computeIfAbsent(p.rule(), rule -> new TreeSet<>()).add(p.test()));

    List<String> faults = new ArrayList<>(book.faults());
    for (String rule : book.rules().keySet()) {
      SortedSet<String> by = tests.get(rule);
      boolean waits = book.planned().containsKey(rule);
      if (by == null && !waits) {
        faults.add(rule + " has no test that passed");
      } else if (by != null && waits) {
        faults.add(rule + " is proven by " + by.first() + ": delete its mark (planned: ...)");
      }
    }
    idle.forEach(test -> faults.add(test + " names rules, but is no test that this build found"));
    tests.forEach(
        (rule, by) -> {
          if (!book.rules().containsKey(rule)) {
            faults.add(rule + " is named by " + by.first() + ", but no rule of the rule book");
          }
        });
    return new Verdict(book, tests, faults);
  }

  String summary() {
    long proven = book.rules().keySet().stream().filter(tests::containsKey).count();
    long waiting =
        book.rules().keySet().stream()
            .filter(rule -> !tests.containsKey(rule) && book.planned().containsKey(rule))
            .count();
    return "%d rules: %d proven by tests, %d planned, %d missing"
        .formatted(book.rules().size(), proven, waiting, book.rules().size() - proven - waiting);
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# Rules and their tests\n\n").append(summary());
    text.append("\n\n");
    faults.forEach(fault -> text.append("- ").append(fault).append('\n'));
    text.append("\n| rule | text | tests |\n|---|---|---|\n");
    book.rules()
        .forEach(
            (rule, words) ->
                text.append("| %s | %s | %s |\n".formatted(rule, cell(words), testsOf(rule))));
    return text.toString();
  }

  private String testsOf(String rule) {
    SortedSet<String> by = tests.get(rule);
    if (by != null) {
      return String.join("<br>", by);
    }
    String work = book.planned().get(rule);
    return work == null ? "**none**" : "planned: " + cell(work);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
