package io.binnacle.server.envoy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The logs of the Envoys that the running test class started, to be shown when it fails. */
final class EnvoyLogs {

  private static final int LINES = 60;
  private static final Queue<Path> LOGS = new ConcurrentLinkedQueue<>();

  private EnvoyLogs() {}

  static void remember(Path log) {
    LOGS.add(log);
  }

  static void forget() {
    LOGS.clear();
  }

  static void show(String test) {
    for (Path log : LOGS) {
      System.err.println("---- " + test + ": end of " + log);
      System.err.println(tail(log));
    }
  }

  static String tail(Path log) {
    try {
      List<String> lines = text(log).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Envoy's dumps of rejected resources need not be valid UTF-8, so this takes what comes. */
  static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
