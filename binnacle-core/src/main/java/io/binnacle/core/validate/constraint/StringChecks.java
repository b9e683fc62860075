package io.binnacle.core.validate.constraint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * Constraints on text. Values are never shown: they can be secrets. One use, one thread; what it
 * makes is immutable.
 */
final class StringChecks {

  // As Envoy has them: names of pseudo headers begin with a colon.
  private static final Pattern HEADER_NAME = Pattern.compile(":?[0-9a-zA-Z!#$%&'*+-.^_|~`]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[^\\x00-\\x08\\x0A-\\x1F\\x7F]*");
  private static final Pattern HEADER_LOOSE = Pattern.compile("[^\\x00\\n\\r]*");

  private final RuleText rules;
  private final List<ValueCheck> checks = new ArrayList<>();

  private StringChecks(RuleText rules) {
    this.rules = rules;
  }

  static List<ValueCheck> of(RuleText rules) {
    StringChecks made = new StringChecks(rules);
    made.lengths();
    made.parts();
    made.sets();
    made.wellKnown();
    return made.checks;
  }

  private void add(Predicate<String> test, String demand) {
    boolean ignoreEmpty = rules.isTrue("ignore_empty");
    checks.add(
        value -> {
          String text = (String) value;
          return (ignoreEmpty && text.isEmpty()) || test.test(text) ? null : demand;
        });
  }

  private void lengths() {
    length("len", "min_len", "max_len", "character", text -> text.codePointCount(0, text.length()));
    length(
        "len_bytes",
        "min_bytes",
        "max_bytes",
        "byte",
        text -> text.getBytes(StandardCharsets.UTF_8).length);
  }

  private void length(
      String exact, String least, String most, String unit, ToLongFunction<String> measure) {
    Long len = rules.number(exact);
    if (len != null) {
      add(text -> measure.applyAsLong(text) == len, "must have exactly " + count(len, unit));
    }
    Long min = rules.number(least);
    if (min != null) {
      String demand = min == 1 ? "must not be empty" : "must have at least " + count(min, unit);
      add(text -> measure.applyAsLong(text) >= min, demand);
    }
    Long max = rules.number(most);
    if (max != null) {
      add(text -> measure.applyAsLong(text) <= max, "must have at most " + count(max, unit));
    }
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  private void parts() {
    with("const", (text, part) -> text.equals(part), "must be '%s'");
    with("prefix", String::startsWith, "must begin with '%s'");
    with("suffix", String::endsWith, "must end with '%s'");
    with("contains", String::contains, "must contain '%s'");
    with("not_contains", (text, part) -> !text.contains(part), "must not contain '%s'");
    if (rules.value("pattern") instanceof String written) {
      Pattern pattern = Pattern.compile(written);
      add(text -> pattern.matcher(text).find(), "must match " + written);
    }
  }

  private interface Comparison {
    boolean holds(String text, String part);
  }

  private void with(String rule, Comparison comparison, String demand) {
    if (rules.value(rule) instanceof String part) {
      add(text -> comparison.holds(text, part), demand.formatted(part));
    }
  }

  private void sets() {
    Set<Object> in = new HashSet<>(rules.list("in"));
    if (!in.isEmpty()) {
      add(in::contains, "must be one of " + ValueChecks.sorted(in));
    }
    Set<Object> notIn = new HashSet<>(rules.list("not_in"));
    if (!notIn.isEmpty()) {
      add(text -> !notIn.contains(text), "must be none of " + ValueChecks.sorted(notIn));
    }
  }

  private void wellKnown() {
    Object known = rules.value("well_known_regex");
    if (known != null) {
      header(String.valueOf(known));
      return;
    }
    for (TextForm form : TextForm.values()) {
      if (rules.isTrue(form.rule())) {
        add(form::matches, "must be " + form.description());
      }
    }
  }

  private void header(String known) {
    // the field's default is true, and a value that is not set is not in the annotation
    boolean strict = !(rules.value("strict") instanceof Boolean set) || set;
    boolean isName = known.equals("HTTP_HEADER_NAME");
    if (!isName && !known.equals("HTTP_HEADER_VALUE")) {
      return;
    }
    Pattern pattern = strict ? (isName ? HEADER_NAME : HEADER_VALUE) : HEADER_LOOSE;
    String what = isName ? "the name of an HTTP header" : "the value of an HTTP header";
    add(
        text -> pattern.matcher(text).matches(),
        "must be " + what + (strict ? "" : ": no line break and no NUL"));
  }
}
