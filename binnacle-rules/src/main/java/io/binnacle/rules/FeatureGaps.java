package io.binnacle.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cells of {@code docs/features.md} that the protocol or its clients exclude, beyond what table
 * T says.
 *
 * @param reasons row to way to why nothing can stand there
 * @param faults lines that cannot be understood
 */
record FeatureGaps(Map<String, Map<Delivery, String>> reasons, List<String> faults) {
  static final String FILE = "docs/excluded";

  /**
   * One {@code ROW WAYS why} per line: a type or the letter of a section; the names of ways, parted
   * by commas, or {@code *} for all. {@code #} begins a comment line.
   */
  static FeatureGaps parse(String text, FeatureRows rows) {
    Map<String, Map<Delivery, String>> reasons = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s+", 3);
      if (parts.length < 3) {
        faults.add(FILE + ": '" + line + "' does not say why");
      } else if (!isRow(parts[0], rows)) {
        faults.add(FILE + ": " + parts[0] + " is no row of the table");
      } else {
        try {
          for (Delivery how : waysOf(parts[1])) {
            reasons.computeIfAbsent(parts[0], row -> new LinkedHashMap<>()).put(how, parts[2]);
          }
        } catch (IllegalArgumentException e) {
          faults.add(FILE + ": " + parts[1] + " is none of " + Arrays.toString(Delivery.values()));
        }
      }
    }
    return new FeatureGaps(reasons, faults);
  }

  private static boolean isRow(String row, FeatureRows rows) {
    return rows.types().stream().anyMatch(type -> type.name().equals(row))
        || rows.sections().stream().anyMatch(section -> section.key().equals(row));
  }

  private static List<Delivery> waysOf(String text) {
    return text.equals("*")
        ? List.of(Delivery.values())
        : Arrays.stream(text.split(",")).map(Delivery::valueOf).toList();
  }
}
