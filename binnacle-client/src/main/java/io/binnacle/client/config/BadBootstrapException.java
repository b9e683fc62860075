package io.binnacle.client.config;

import io.binnacle.text.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** A bootstrap cannot be used; the message has each finding with file, line and column. */
public final class BadBootstrapException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final transient List<Finding> findings;

  BadBootstrapException(List<Finding> findings) {
    super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
    this.findings = List.copyOf(findings);
  }

  /** What is wrong, in the order of the text; empty when this was serialized. */
  public List<Finding> findings() {
    return findings == null ? List.of() : findings;
  }
}
