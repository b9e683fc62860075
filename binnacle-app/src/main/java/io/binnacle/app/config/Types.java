package io.binnacle.app.config;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import io.binnacle.text.Findings;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The message types that resources may be made of. */
public final class Types {

  private Types() {}

  /**
   * The types of the Envoy API and those of descriptor sets (G-7).
   *
   * @throws Problem when a set cannot be read or used
   */
  public static TypeCatalog with(List<Path> descriptorSets) {
    TypeCatalog types = TypeCatalog.newest();
    Findings findings = new Findings();
    for (Path file : descriptorSets) {
      types = types.withDescriptors(file.toString(), bytes(WrapperScript.program(file)), findings);
    }
    if (findings.hasErrors()) {
      throw Problem.badData(findings.sorted());
    }
    return types;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE, FileProblems.message("cannot read the descriptor set", file, e), e);
    }
  }
}
