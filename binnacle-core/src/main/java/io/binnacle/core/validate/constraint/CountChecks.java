package io.binnacle.core.validate.constraint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Constraints on a list or a map as such. Stateless. */
final class CountChecks {

  private CountChecks() {}

  static List<ValueCheck> of(RuleText rules, String least, String most, String what) {
    List<ValueCheck> checks = new ArrayList<>();
    Long min = rules.number(least);
    Long max = rules.number(most);
    boolean mayBeEmpty = rules.isTrue("ignore_empty");
    String plural = what.equals("entry") ? "entries" : what + "s";
    if (min != null) {
      checks.add(
          list -> {
            int size = ((List<?>) list).size();
            return size >= min || (mayBeEmpty && size == 0)
                ? null
                : "needs at least " + min + " " + (min == 1 ? what : plural) + ", has " + size;
          });
    }
    if (max != null) {
      checks.add(
          list -> {
            int size = ((List<?>) list).size();
            return size <= max
                ? null
                : "takes at most " + max + " " + (max == 1 ? what : plural) + ", has " + size;
          });
    }
    if (rules.isTrue("unique")) {
      checks.add(
          list -> {
            List<?> items = (List<?>) list;
            return new HashSet<>(items).size() == items.size() ? null : "must not repeat " + plural;
          });
    }
    return checks;
  }
}
