package io.binnacle.app.envoy;

import com.google.protobuf.Message;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs of {@code envoy --mode validate}. Each has its bootstrap in a directory that only this user
 * can read, since there can be keys in it; it is gone after the run, and at the latest with this
 * JVM. Used by one thread.
 */
final class ValidateMode implements AutoCloseable {

  private static final Pattern HEAD =
      Pattern.compile("^error initializing configuration '[^']*': ");

  private static final long SECOND = 1_000;

  private final Path envoy;
  private final Path directory;
  private final Thread lastResort = new Thread(this::leaveNothing, "envoy-validate-last-resort");
  private volatile @Nullable Process running;
  private int runs;

  /**
   * @throws Problem when no directory can be made
   */
  ValidateMode(Path envoy) {
    this.envoy = envoy;
    try {
      // where the file system knows of permissions, its owner alone can read it
      this.directory = Files.createTempDirectory("binnacle-validate-");
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, "cannot make a temporary directory: " + e, e);
    }
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** How often Envoy was started. */
  int runs() {
    return runs;
  }

  /**
   * What Envoy objects to in a bootstrap; null when it takes it.
   *
   * @param patience how long it may take
   * @param meanwhile done each second while it runs
   * @throws Problem when Envoy cannot be run, or does not come to an end
   */
  @Nullable String refusal(Message bootstrap, Duration patience, Runnable meanwhile) {
    runs++;
    Path config = directory.resolve("bootstrap.pb");
    Path log = directory.resolve("envoy.log");
    try {
      try (OutputStream out = Files.newOutputStream(config)) {
        bootstrap.writeTo(out);
      }
      Process process = EnvoyProgram.validate(envoy, config, log);
      running = process;
      long seconds = 0;
      while (!process.waitFor(SECOND, TimeUnit.MILLISECONDS)) {
        if (++seconds >= patience.toSeconds()) {
          throw new Problem(
              ExitCode.FAILED, envoy + " did not come to an end within " + seconds + " s");
        }
        meanwhile.run();
      }
      return process.exitValue() == 0 ? null : said(process.exitValue(), log);
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, FileProblems.message("cannot run the Envoy", envoy, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Problem(ExitCode.FAILED, "interrupted", e);
    } finally {
      leaveNothing();
    }
  }

  private static String said(int exitCode, Path log) throws IOException {
    String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
    if (text.startsWith("Caught ")) {
      return "it crashes (" + text.lines().findFirst().orElse("") + ")";
    }
    text = HEAD.matcher(text).replaceFirst("");
    // in front of this it prints the whole message
    int constraint = text.indexOf("Proto constraint validation failed");
    text = constraint > 0 ? text.substring(constraint) : text;
    return text.isBlank()
        ? "it ends with code " + exitCode
        : String.join(" ", text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList());
  }

  private void leaveNothing() {
    Process process = running;
    if (process != null) {
      // a wrapper that does not exec leaves the Envoy as its child
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    try {
      Files.deleteIfExists(directory.resolve("bootstrap.pb"));
      Files.deleteIfExists(directory.resolve("envoy.log"));
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, "cannot delete what is in " + directory + ": " + e, e);
    }
  }

  @Override
  public void close() {
    leaveNothing();
    try {
      Files.deleteIfExists(directory);
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, "cannot delete " + directory + ": " + e, e);
    } catch (IllegalStateException e) {
      // the JVM is ending already, and the hook runs
      return;
    }
  }
}
