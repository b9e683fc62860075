package io.binnacle.app.verdicts;

import io.binnacle.app.config.Checking;
import io.binnacle.app.envoy.EnvoyProgram;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.SourceOptions;
import io.binnacle.text.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Asks both: {@code validate}'s own checks, and {@code envoy --mode validate}. One thread. */
final class Judges {

  private static final Pattern HEAD =
      Pattern.compile("^error initializing configuration '[^']*': ");

  private final Path envoy;
  private final Path file;
  private final Path log;
  private final SourceOptions options = Checking.USUAL.options();

  /**
   * @param directory for what both are shown
   */
  Judges(Path envoy, Path directory) {
    this.envoy = envoy;
    this.file = directory.resolve("mutant.json");
    this.log = directory.resolve("envoy.log");
  }

  Verdict judge(Mutant mutant) throws IOException, InterruptedException {
    List<Finding> findings = findings(mutant);
    String ours = firstError(findings);
    boolean warned = findings.stream().anyMatch(f -> f.rule().equals(IssueKind.REFERENCE.id()));
    return new Verdict(
        mutant.document().name(), mutant.edit(), ours, envoys(), warned && ours.isEmpty());
  }

  /** Our first error, which begins with its rule; empty when we take it. */
  String ours(Mutant mutant) throws IOException {
    return firstError(findings(mutant));
  }

  private List<Finding> findings(Mutant mutant) throws IOException {
    Files.writeString(file, mutant.document().text());
    return DirectorySource.read(file, options).findings();
  }

  private static String firstError(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .map(finding -> finding.rule() + ": " + finding.fieldPath() + ": " + finding.message())
        .findFirst()
        .orElse("");
  }

  private String envoys() throws IOException, InterruptedException {
    Process process = EnvoyProgram.validate(envoy, file, log);
    if (process.waitFor() == 0) {
      return "";
    }
    String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
    return HEAD.matcher(said).replaceFirst("").replaceAll("\\s+", " ");
  }
}
