package io.binnacle.app.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A command of the user's, run by a shell with one argument more: the path of a file that holds all
 * content as JSON, a DiscoveryResponse with resources of several types, whose {@code version_info}
 * is another one each time. Beside it, with the ending {@code .pb}, lies the same in binary form.
 * The command puts it into the server and ends with 0.
 */
public final class CommandSink implements ContentSink {

  private static final long PATIENCE_SECONDS = 30;
  private static final int MOST_OUTPUT = 2_000;

  private final String command;
  private final Path directory;

  /**
   * Runs nothing yet.
   *
   * @throws IOException when there can be no directory for the files
   */
  public CommandSink(String command) throws IOException {
    this.command = command;
    this.directory = Files.createTempDirectory("binnacle-check");
  }

  @Override
  public void publish(Content content) throws IOException {
    Path json = directory.resolve("content.json");
    Files.writeString(json, content.asJson());
    Files.write(directory.resolve("content.pb"), content.asResponse().toByteArray());
    Path output = directory.resolve("output.txt");
    Process process =
        new ProcessBuilder("sh", "-c", command + " \"$1\"", "sh", json.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "the adapter '%s' did not end within %d s".formatted(command, PATIENCE_SECONDS));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the adapter ran", e);
    }
    if (process.exitValue() != 0) {
      String said = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
      throw new IOException(
          "the adapter '%s' failed with exit code %d: %s"
              .formatted(
                  command,
                  process.exitValue(),
                  said.substring(0, Math.min(said.length(), MOST_OUTPUT))));
    }
  }

  @Override
  public void close() {
    try {
      for (String name : new String[] {"content.json", "content.pb", "output.txt"}) {
        Files.deleteIfExists(directory.resolve(name));
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      System.getLogger(CommandSink.class.getName())
          .log(System.Logger.Level.WARNING, "cannot delete " + directory, e);
    }
  }
}
