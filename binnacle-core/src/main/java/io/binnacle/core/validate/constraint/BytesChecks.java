package io.binnacle.core.validate.constraint;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Constraints on bytes. Stateless. */
final class BytesChecks {

  private BytesChecks() {}

  static List<ValueCheck> of(RuleText rules) {
    List<ValueCheck> checks = new ArrayList<>();
    lengths(rules, checks);
    if (rules.value("const") instanceof ByteString constant) {
      add(rules, checks, constant::equals, "must be other bytes");
    }
    if (rules.value("prefix") instanceof ByteString prefix) {
      add(rules, checks, bytes -> bytes.startsWith(prefix), "must begin with other bytes");
    }
    if (rules.value("suffix") instanceof ByteString suffix) {
      add(rules, checks, bytes -> bytes.endsWith(suffix), "must end with other bytes");
    }
    if (rules.value("pattern") instanceof String written) {
      Pattern pattern = Pattern.compile(written);
      add(
          rules,
          checks,
          bytes -> pattern.matcher(bytes.toStringUtf8()).find(),
          "must match " + written);
    }
    Set<Object> in = new HashSet<>(rules.list("in"));
    if (!in.isEmpty()) {
      add(rules, checks, in::contains, "must be other bytes");
    }
    Set<Object> notIn = new HashSet<>(rules.list("not_in"));
    if (!notIn.isEmpty()) {
      add(rules, checks, bytes -> !notIn.contains(bytes), "must be other bytes");
    }
    return checks;
  }

  private static void lengths(RuleText rules, List<ValueCheck> checks) {
    Long len = rules.number("len");
    if (len != null) {
      add(rules, checks, bytes -> bytes.size() == len, "must have exactly " + len + " bytes");
    }
    Long min = rules.number("min_len");
    if (min != null) {
      String demand = min == 1 ? "must not be empty" : "must have at least " + min + " bytes";
      add(rules, checks, bytes -> bytes.size() >= min, demand);
    }
    Long max = rules.number("max_len");
    if (max != null) {
      add(rules, checks, bytes -> bytes.size() <= max, "must have at most " + max + " bytes");
    }
    for (String ip : List.of("ip", "ipv4", "ipv6")) {
      if (rules.isTrue(ip)) {
        add(
            rules,
            checks,
            bytes ->
                (bytes.size() == 4 && !ip.equals("ipv6"))
                    || (bytes.size() == 16 && !ip.equals("ipv4")),
            "must be an IP address in bytes");
      }
    }
  }

  private static void add(
      RuleText rules, List<ValueCheck> checks, Predicate<ByteString> test, String demand) {
    boolean ignoreEmpty = rules.isTrue("ignore_empty");
    checks.add(
        value -> {
          ByteString bytes = (ByteString) value;
          return (ignoreEmpty && bytes.isEmpty()) || test.test(bytes) ? null : demand;
        });
  }
}
