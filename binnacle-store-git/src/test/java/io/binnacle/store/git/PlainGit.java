package io.binnacle.store.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The program {@code git}, which reads what we write. Tests without it are skipped. */
final class PlainGit {

  private final Path repository;

  PlainGit(Path data) {
    this.repository = data.resolve("revisions.git");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeTrue(isThere(), "there is no git");
    }
  }

  private static boolean isThere() {
    try {
      return new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * What a command prints, errors too.
   *
   * @throws AssertionError when it fails
   */
  String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(String.join(" ", command) + ":\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
