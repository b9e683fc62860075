package io.binnacle.app.problem;

/**
 * With what the program ends (CL-3); the numbers are those of {@code sysexits.h} where it has one.
 */
public enum ExitCode {
  FINE(0),
  FAILED(1),
  /** The command line, a setting, or a flag's value is wrong. */
  USAGE(64),
  /** A file that was given holds something wrong. */
  BAD_DATA(65),
  /** A server, or an address to listen on, cannot be had. */
  UNREACHABLE(69),
  /** The process had no memory left, and ended itself (M-5). */
  OUT_OF_MEMORY(71);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
