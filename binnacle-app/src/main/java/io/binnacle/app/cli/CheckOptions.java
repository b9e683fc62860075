package io.binnacle.app.cli;

import io.binnacle.app.config.Checking;
import io.binnacle.core.validate.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that say what resources must be like (V-2, V-3, G-7). */
final class CheckOptions {

  /** How bad a broken constraint is. */
  enum Level {
    error,
    warning
  }

  @Option(
      names = "--descriptors",
      paramLabel = "FILE",
      description = "Descriptor set with further types, or an Envoy binary. May be repeated.")
  private List<Path> descriptors = new ArrayList<>();

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

  boolean strict() {
    return strict;
  }

  Checking checking() {
    return new Checking(
        descriptors, strict, constraints == Level.error ? Severity.ERROR : Severity.WARNING);
  }
}
