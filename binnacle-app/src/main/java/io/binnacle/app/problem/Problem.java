package io.binnacle.app.problem;

/**
 * A command cannot do what it was asked to, and the user can do something about it. The message
 * says what is wrong and what to do; no stack trace is shown.
 */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;

  public Problem(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public Problem(ExitCode exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public static Problem usage(String message) {
    return new Problem(ExitCode.USAGE, message);
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
