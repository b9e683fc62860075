package io.binnacle.app.check;

import io.binnacle.app.net.StreamVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found. Names of components are the keys of {@code -o json}.
 *
 * @param results in the order in which the cases ran
 */
public record CheckReport(List<Result> results) {

  /** What is known of a rule. */
  public enum Verdict {
    HOLDS("holds"),
    BROKEN("BROKEN"),
    /** Broken, where the rule is stricter than the text of the protocol. */
    DIFFERS("differs"),
    NOT_SHOWN("not shown");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * One case in one variant.
   *
   * @param title what a server does that keeps the rule
   * @param reason why it is broken or not shown; empty when it holds
   * @param transcript what was said, when it is broken
   */
  public record Result(
      String rule,
      String title,
      String variant,
      Verdict verdict,
      String reason,
      List<String> transcript) {

    public Result {
      transcript = List.copyOf(transcript);
    }

    private boolean isBroken() {
      return verdict == Verdict.BROKEN || verdict == Verdict.DIFFERS;
    }
  }

  public CheckReport {
    results = List.copyOf(results);
  }

  /** How many have this verdict. */
  public long count(Verdict verdict) {
    return results.stream().filter(result -> result.verdict == verdict).count();
  }

  /** For people: a line for each case, then what is broken with its transcript. */
  public String table() {
    Set<String> variants = new LinkedHashSet<>();
    for (StreamVariant variant : StreamVariant.values()) {
      if (results.stream().anyMatch(result -> result.variant.equals(variant.toString()))) {
        variants.add(variant.toString());
      }
    }
    Map<String, Map<String, Verdict>> rows = new LinkedHashMap<>();
    for (Result result : results) {
      rows.computeIfAbsent(row(result), key -> new LinkedHashMap<>())
          .put(result.variant, result.verdict);
    }
    StringBuilder table = new StringBuilder("%-5s".formatted("RULE"));
    variants.forEach(variant -> table.append(" %-10s".formatted(variant)));
    table.append('\n');
    rows.forEach(
        (row, verdicts) -> {
          int cut = row.indexOf(' ');
          table.append("%-5s".formatted(row.substring(0, cut)));
          variants.forEach(
              variant ->
                  table.append(
                      " %-10s"
                          .formatted(verdicts.containsKey(variant) ? verdicts.get(variant) : "-")));
          table.append(' ').append(row.substring(cut + 1)).append('\n');
        });
    results.stream().filter(Result::isBroken).forEach(result -> explain(table, result));
    notShown(table);
    table.append(
        "%n%d hold, %d broken, %d differ, %d not shown%n"
            .formatted(
                count(Verdict.HOLDS),
                count(Verdict.BROKEN),
                count(Verdict.DIFFERS),
                count(Verdict.NOT_SHOWN)));
    return table.toString();
  }

  private static String row(Result result) {
    return result.rule + " " + result.title;
  }

  private static void explain(StringBuilder table, Result result) {
    table.append(
        "%n%s %s on %s: %s%n  %s%n"
            .formatted(result.rule, result.verdict, result.variant, result.title, result.reason));
    result.transcript.forEach(line -> table.append("  ").append(line).append('\n'));
  }

  private void notShown(StringBuilder table) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Result result : results) {
      if (result.verdict == Verdict.NOT_SHOWN) {
        byReason
            .computeIfAbsent(result.reason, reason -> new ArrayList<>())
            .add(result.rule + " on " + result.variant);
      }
    }
    byReason.forEach(
        (reason, cases) ->
            table.append("%nnot shown: %s%n  %s%n".formatted(reason, String.join(", ", cases))));
  }
}
