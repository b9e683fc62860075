package io.binnacle.text;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects findings while text is read. Belongs to one thread: the one that reads. */
public final class Findings {

  private final List<Finding> findings = new ArrayList<>();
  private int errors;

  /** Adds one finding. */
  public void add(Finding finding) {
    findings.add(finding);
    if (finding.severity() == Severity.ERROR) {
      errors++;
    }
  }

  /** Adds an error about the text of a file, not about a resource. */
  public void error(Position position, String message) {
    error(IssueKind.SYNTAX, position, message);
  }

  /** Adds an error that is not about a resource. */
  public void error(IssueKind kind, Position position, String message) {
    error(kind, position, "", "", message);
  }

  /** Adds an error. */
  public void error(
      IssueKind kind, Position position, String resource, String fieldPath, String message) {
    add(new Finding(position, resource, fieldPath, message, Severity.ERROR, kind.id()));
  }

  /** Adds a warning. */
  public void warning(
      IssueKind kind, Position position, String resource, String fieldPath, String message) {
    add(new Finding(position, resource, fieldPath, message, Severity.WARNING, kind.id()));
  }

  /** Whether anything makes a resource unusable. */
  public boolean hasErrors() {
    return errors > 0;
  }

  /** How many errors there are so far: a caller compares before and after a step. */
  public int errorCount() {
    return errors;
  }

  /**
   * All findings, in the order of their positions; those at one place in the order they were made.
   */
  public List<Finding> sorted() {
    return findings.stream().sorted(Comparator.comparing(Finding::position)).toList();
  }
}
