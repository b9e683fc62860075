package io.binnacle.app.cli.option;

import io.binnacle.app.config.Checking;
import io.binnacle.core.validate.Severity;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags for what resources must be like (V-2, V-3, G-7). */
public final class CheckOptions {

  /** How bad a broken constraint is. */
  enum Level {
    error,
    warning
  }

  @Mixin private DescriptorsOption descriptors = new DescriptorsOption();

  @Option(
      names = "--strict",
      description = "References that lead nowhere are errors; for validate every warning is.")
  private boolean strict;

  @Option(
      names = "--constraints",
      paramLabel = "LEVEL",
      description =
          "What a broken constraint of the Envoy API is: ${COMPLETION-CANDIDATES};"
              + " default: error.")
  private Level constraints = Level.error;

  public boolean strict() {
    return strict;
  }

  public Checking checking() {
    return new Checking(
        descriptors.files(),
        strict,
        constraints == Level.error ? Severity.ERROR : Severity.WARNING);
  }
}
