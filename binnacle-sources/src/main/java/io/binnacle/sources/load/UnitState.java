package io.binnacle.sources.load;

import io.binnacle.core.validate.Severity;
import io.binnacle.sources.group.GroupCompiler.OwnParts;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.text.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a unit between two loads.
 *
 * @param unit as it was read last
 * @param text its content, good or not
 * @param own its own resources, as far as they could be read
 * @param readFindings what reading the text gave, for the next load, when the files are the same
 * @param accepted its last good state; null when it never loaded
 * @param findings everything that is wrong with it now
 */
record UnitState(
    Unit unit,
    GroupText text,
    OwnParts own,
    List<Finding> readFindings,
    @Nullable Accepted accepted,
    List<Finding> findings) {

  UnitState {
    readFindings = List.copyOf(readFindings);
    findings = List.copyOf(findings);
  }

  boolean hasErrors() {
    return findings.stream().anyMatch(f -> f.severity() == Severity.ERROR);
  }

  /** The name under which people know it: that in force, if there is one. */
  String name() {
    return accepted == null ? text.name() : accepted.text().name();
  }

  /** For people who ask why it is not served. */
  String firstError() {
    return findings.stream()
        .filter(f -> f.severity() == Severity.ERROR)
        .map(Finding::toString)
        .findFirst()
        .orElse("nothing is wrong");
  }
}
