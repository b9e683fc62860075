package io.binnacle.app.problem;

import io.binnacle.text.Finding;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A command cannot do what it was asked to, and the user can do something about it. The message
 * says what is wrong and what to do; no stack trace is shown.
 */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;
  private final boolean isFindings;

  public Problem(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
    this.isFindings = false;
  }

  public Problem(ExitCode exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
    this.isFindings = false;
  }

  private Problem(List<Finding> findings) {
    super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
    this.exitCode = ExitCode.BAD_DATA;
    this.isFindings = true;
  }

  public static Problem usage(String message) {
    return new Problem(ExitCode.USAGE, message);
  }

  /** What is wrong with files; the message has a line for each finding. */
  public static Problem badData(List<Finding> findings) {
    return new Problem(findings);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  /**
   * As it is shown: findings as they are, for editors and CI systems that know such lines (CL-5).
   */
  public String forPeople() {
    return isFindings ? String.valueOf(getMessage()) : "binnacle: " + getMessage();
  }
}
