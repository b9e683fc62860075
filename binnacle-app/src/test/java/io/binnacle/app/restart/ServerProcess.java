package io.binnacle.app.restart;

import io.binnacle.app.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code binnacle serve} as a process of its own, which can be killed. Used by one thread. */
final class ServerProcess implements AutoCloseable {

  private final Path conf;
  private final int xdsPort;
  private final Path log;
  private final List<String> flags;
  private @Nullable Process process;

  ServerProcess(Path conf, int xdsPort, Path log, List<String> flags) {
    this.conf = conf;
    this.xdsPort = xdsPort;
    this.log = log;
    this.flags = List.copyOf(flags);
  }

  /** Starts it, and waits until it serves. */
  void start() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("serve", conf.toString(), "--listen", "127.0.0.1:" + xdsPort));
    command.addAll(List.of("--admin", "127.0.0.1:0", "--quiet-time", "10ms"));
    command.addAll(flags);
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      BufferedReader out = started.inputReader();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("ready")) {
          return;
        }
      }
      throw new AssertionError("it ended with " + started.waitFor() + "; see " + log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Stops it as {@code kill -STOP} does, or lets it go on with {@code -CONT}. */
  void signal(String name) {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("it does not run");
    }
    try {
      String pid = Long.toString(running.pid());
      int code = new ProcessBuilder("kill", name, pid).inheritIO().start().waitFor();
      if (code != 0) {
        throw new AssertionError("kill " + name + " ended with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    Process running = process;
    process = null;
    try {
      if (running != null && !running.destroyForcibly().waitFor(10, TimeUnit.SECONDS)) {
        throw new AssertionError("process " + running.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
