package io.binnacle.app.cli.option;

/** Whether a person is looking. */
final class Terminal {

  private Terminal() {}

  /**
   * Whether standard error is a terminal. Java cannot find that out for one stream alone, so the
   * script {@code ./binnacle} passes it on; without it both other streams decide.
   */
  static boolean isStandardError() {
    String given = System.getProperty("binnacle.terminal");
    return given != null ? Boolean.parseBoolean(given) : System.console() != null;
  }
}
