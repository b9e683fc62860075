package io.binnacle.app.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An Envoy that this program started, with a directory of its own for bootstrap and log. It ends
 * with {@link #close}, and at the latest with this JVM.
 */
final class EnvoyChild implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 3;
  private static final int TAIL_LINES = 15;

  private final Process process;
  private final Path directory;
  private final Thread lastResort;

  private EnvoyChild(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
    this.lastResort = new Thread(process::destroyForcibly, "envoy-last-resort");
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** Starts one; it answers some moments later. */
  static EnvoyChild start(Path envoy, String bootstrap) throws IOException {
    Path directory = Files.createTempDirectory("binnacle-demo-");
    Path config = Files.writeString(directory.resolve("bootstrap.yaml"), bootstrap);
    Process process =
        new ProcessBuilder(
                List.of(
                    envoy.toString(),
                    "-c",
                    config.toString(),
                    // Several Envoys run on one machine.
                    "--disable-hot-restart",
                    "--concurrency",
                    "1",
                    // A listener that is replaced is gone after seconds, not minutes.
                    "--drain-time-s",
                    "1",
                    "--log-level",
                    "warning"))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("envoy.log").toFile())
            .start();
    return new EnvoyChild(process, directory);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it said last, for people who want to know why it ended. */
  String tail() {
    try {
      List<String> lines =
          Files.readAllLines(directory.resolve("envoy.log"), StandardCharsets.UTF_8);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(its log cannot be read: " + e.getMessage() + ")";
    }
  }

  @Override
  public void close() {
    // A wrapper that does not exec leaves the Envoy as its child.
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
    try {
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IllegalStateException e) {
      // The JVM is ending already; then the hook runs, and finds nothing to do.
      return;
    }
    deleteDirectory();
  }

  private void deleteDirectory() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // Two small files in the temporary directory harm nobody.
      return;
    }
  }
}
