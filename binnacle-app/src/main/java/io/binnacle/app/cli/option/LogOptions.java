package io.binnacle.app.cli.option;

import io.binnacle.app.log.LogFormat;
import io.binnacle.app.log.LogLevel;
import io.binnacle.app.log.Logs;
import picocli.CommandLine.Option;

/** How a long-running command logs (M-4). */
public final class LogOptions {

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "auto: text on a terminal, else json; default: ${DEFAULT-VALUE}.")
  private LogFormat format = LogFormat.auto;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private LogLevel level = LogLevel.info;

  /** Logs go to standard error from now on. */
  public void apply() {
    Logs.configure(format, level, Terminal.isStandardError(), System.err);
  }
}
