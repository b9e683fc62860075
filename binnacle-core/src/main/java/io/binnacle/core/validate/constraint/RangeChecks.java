package io.binnacle.core.validate.constraint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Constraints on values that can be compared: numbers, durations, timestamps. Immutable.
 *
 * @param <T> what a value becomes to be compared
 */
final class RangeChecks<T> {

  private final RuleText rules;
  private final Ordering<T> ordering;
  private final boolean ignoreEmpty;

  private RangeChecks(RuleText rules, Ordering<T> ordering) {
    this.rules = rules;
    this.ordering = ordering;
    this.ignoreEmpty = rules.isTrue("ignore_empty");
  }

  static <T> List<ValueCheck> of(RuleText rules, Ordering<T> ordering) {
    return new RangeChecks<>(rules, ordering).checks();
  }

  private List<ValueCheck> checks() {
    List<ValueCheck> checks = new ArrayList<>();
    T constant = bound("const");
    if (constant != null) {
      add(checks, value -> compare(value, constant) == 0, "must be " + text(constant));
    }
    limits(checks);
    Set<T> in = values("in");
    if (!in.isEmpty()) {
      add(checks, in::contains, "must be one of " + texts(in));
    }
    Set<T> notIn = values("not_in");
    if (!notIn.isEmpty()) {
      add(checks, value -> !notIn.contains(value), "must be none of " + texts(notIn));
    }
    return checks;
  }

  private void limits(List<ValueCheck> checks) {
    T above = bound("gt");
    T least = bound("gte");
    T below = bound("lt");
    T most = bound("lte");
    T low = above != null ? above : least;
    T high = below != null ? below : most;
    String lowText =
        low == null ? "" : above != null ? "above " + text(low) : "at least " + text(low);
    String highText =
        high == null ? "" : below != null ? "below " + text(high) : "at most " + text(high);
    Test<T> overLow =
        value ->
            low == null || isUnordered(value) || compare(value, low) > (above != null ? 0 : -1);
    Test<T> underHigh =
        value ->
            high == null || isUnordered(value) || compare(value, high) < (below != null ? 0 : 1);
    if (low != null && high != null && compare(high, low) < 0) {
      // limits that have changed sides leave out what is between them
      add(
          checks,
          value -> overLow.passes(value) || underHigh.passes(value),
          "must be " + highText + " or " + lowText);
      return;
    }
    if (low != null) {
      add(checks, overLow, "must be " + lowText);
    }
    if (high != null) {
      add(checks, underHigh, "must be " + highText);
    }
  }

  private interface Test<T> {
    boolean passes(T value);
  }

  private void add(List<ValueCheck> checks, Test<T> test, String demand) {
    checks.add(
        value -> {
          T own = ordering.comparable().apply(value);
          boolean empty = ignoreEmpty && value instanceof Number n && n.doubleValue() == 0;
          return empty || test.passes(own) ? null : demand + ", is " + text(own);
        });
  }

  private @Nullable T bound(String name) {
    Object value = rules.value(name);
    return value == null ? null : ordering.comparable().apply(value);
  }

  private Set<T> values(String name) {
    Set<T> values = new HashSet<>();
    rules.list(name).forEach(value -> values.add(ordering.comparable().apply(value)));
    return values;
  }

  private boolean isUnordered(T value) {
    return ordering.unordered().test(value);
  }

  private int compare(T a, T b) {
    return Integer.signum(ordering.order().compare(a, b));
  }

  private String text(T value) {
    return ordering.text().apply(value);
  }

  private String texts(Set<T> values) {
    return String.join(", ", values.stream().sorted(ordering.order()).map(this::text).toList());
  }
}
