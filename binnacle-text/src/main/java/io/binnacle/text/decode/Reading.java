package io.binnacle.text.decode;

import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.YamlNode;

/**
 * What one call of the decoder carries along: the resource that it reads and where findings go. One
 * thread.
 */
final class Reading {

  private final String resource;
  private final Findings findings;
  private int errors;

  Reading(String resource, Findings findings) {
    this.resource = resource;
    this.findings = findings;
  }

  void error(YamlNode at, FieldPath path, String message) {
    findings.error(IssueKind.DECODE, at.position(), resource, path.toString(), message);
    errors++;
  }

  void warning(IssueKind kind, YamlNode at, FieldPath path, String message) {
    findings.warning(kind, at.position(), resource, path.toString(), message);
  }

  /** Whether this resource had no error so far. */
  boolean isClean() {
    return errors == 0;
  }
}
