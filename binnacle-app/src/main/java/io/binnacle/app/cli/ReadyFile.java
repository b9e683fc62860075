package io.binnacle.app.cli;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The file of {@code --ready-file}: it is there, whole, when the server is ready. */
final class ReadyFile {

  private ReadyFile() {}

  /** Writes it beside its place and moves it there, so that nobody reads half a line. */
  static void write(Path file, String line) {
    Path directory = file.toAbsolutePath().getParent();
    try {
      Path fresh = Files.createTempFile(directory, ".ready", "");
      Files.writeString(fresh, line + "\n");
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.FAILED,
          FileProblems.message("cannot write the file of --ready-file,", file, e),
          e);
    }
  }
}
