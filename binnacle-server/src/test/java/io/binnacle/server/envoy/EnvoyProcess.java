package io.binnacle.server.envoy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One running Envoy. It lives from {@link #start} to {@link #close}, at most as long as this JVM.
 * Its bootstrap and its log stay in {@code target/envoy} for a look after a failure.
 */
final class EnvoyProcess implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("[\\d.]+:\\d+");
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private final Process process;
  private final Thread orphanGuard;
  private final Path log;
  private final EnvoyAdmin admin;

  private EnvoyProcess(Process process, Thread orphanGuard, Path log, EnvoyAdmin admin) {
    this.process = process;
    this.orphanGuard = orphanGuard;
    this.log = log;
    this.admin = admin;
  }

  /** Starts Envoy and waits until its admin interface answers; it need not be live yet. */
  static EnvoyProcess start(Bootstrap bootstrap) {
    Path binary = EnvoyBinary.require();
    try {
      Path home = Files.createDirectories(Path.of("target", "envoy").toAbsolutePath());
      Path directory = Files.createTempDirectory(home, bootstrap.name() + "-");
      Path config = Files.writeString(directory.resolve("bootstrap.yaml"), bootstrap.text());
      Path address = directory.resolve("admin-address");
      Path log = Files.createFile(directory.resolve("envoy.log"));
      EnvoyLogs.remember(log);
      Process process =
          new ProcessBuilder(command(binary, config, address))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      Thread orphanGuard = new Thread(() -> kill(process), "orphan-guard");
      Runtime.getRuntime().addShutdownHook(orphanGuard);
      return new EnvoyProcess(process, orphanGuard, log, admin(process, address, log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(Path binary, Path config, Path address) {
    return List.of(
        binary.toString(),
        "-c",
        config.toString(),
        "--admin-address-path",
        address.toString(),
        // Several Envoys run on one machine.
        "--disable-hot-restart",
        "--concurrency",
        "1",
        // A removed listener is gone after a second instead of minutes.
        "--drain-time-s",
        "1",
        "--log-level",
        "warning",
        "--component-log-level",
        "config:debug,upstream:info");
  }

  private static EnvoyAdmin admin(Process process, Path addressFile, Path log) {
    Await.until(
        "Envoy tells its admin address",
        () -> !process.isAlive() || ADDRESS.matcher(readIfThere(addressFile)).matches());
    failIfExited(process, log);
    return new EnvoyAdmin(readIfThere(addressFile));
  }

  private static void failIfExited(Process process, Path log) {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "Envoy exited with " + process.exitValue() + ":\n" + EnvoyLogs.tail(log));
    }
  }

  private static String readIfThere(Path file) {
    try {
      return Files.exists(file) ? EnvoyLogs.text(file).strip() : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  EnvoyAdmin admin() {
    return admin;
  }

  /** Everything that Envoy wrote so far, standard error included. */
  String log() {
    return readIfThere(log);
  }

  /** The port that the kernel gave to an active listener. */
  int listenerPort(String listener) {
    return Await.until(
        "listener " + listener + " is active",
        () -> admin.listenerPort(listener),
        port -> port > 0);
  }

  /**
   * Returns this, once every initial subscription was answered or given up. Throws with the end of
   * its log when Envoy exits instead, for example because it refuses the bootstrap.
   */
  EnvoyProcess awaitLive() {
    Await.until("Envoy is live", () -> !process.isAlive() || admin.isReady());
    failIfExited(process, log);
    return this;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    kill(process);
    Runtime.getRuntime().removeShutdownHook(orphanGuard);
  }

  /** No graceful end: nothing of these Envoys outlives the test. */
  private static void kill(Process process) {
    // A wrapper script that does not exec leaves the Envoy as its child.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      if (!process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("Envoy " + process.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
