package io.binnacle.app.cli.option;

/** Whether a person is looking. */
final class Terminal {

  private Terminal() {}

  /**
   * Whether standard error is a terminal. Java cannot tell that of one stream alone, so the script
   * {@code ./binnacle} says it; without it both other streams decide.
   */
  static boolean isStandardError() {
    String said = System.getProperty("binnacle.terminal");
    return said != null ? Boolean.parseBoolean(said) : System.console() != null;
  }
}
