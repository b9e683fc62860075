package io.binnacle.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules that no test proves yet, each with the piece of work that brings it.
 *
 * @param work identifier to that piece of work
 * @param faults lines that cannot be understood
 */
record PlannedRules(Map<String, String> work, List<String> faults) {

  /** One {@code ID what brings it} per line; {@code #} begins a comment line. */
  static PlannedRules parse(String text) {
    Map<String, String> work = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s+", 2);
      if (parts.length < 2) {
        faults.add(parts[0] + " is planned, but its line does not say what brings it");
      } else if (work.put(parts[0], parts[1]) != null) {
        faults.add(parts[0] + " is planned twice");
      }
    }
    return new PlannedRules(work, faults);
  }
}
