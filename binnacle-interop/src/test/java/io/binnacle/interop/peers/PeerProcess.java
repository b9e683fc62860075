package io.binnacle.interop.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A program of ours around another project's library. The first line that it prints is {@code
 * version NAME VERSION}, and it ends with its standard input, so also when this JVM is gone. What
 * it writes to its standard error goes to ours.
 *
 * <p>Commands are sent by the thread of the test; a thread of its own collects the lines.
 */
public final class PeerProcess implements AutoCloseable {

  private static final int END_SECONDS = 10;

  private final String name;
  private final Process process;
  private final PrintStream to;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** Starts it, and waits for its first line. */
  public PeerProcess(String name, List<String> command, Map<String, String> environment) {
    this.name = name;
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "lines of " + name);
    reader.setDaemon(true);
    reader.start();
    line(0);
  }

  private void read() {
    try (BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
      from.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException ended) {
      lines.add("ended: " + ended.getMessage());
    }
  }

  /** The version of the library. */
  public String version() {
    String[] words = line(0).split(" ");
    if (words.length != 3 || !words[0].equals("version")) {
      throw new AssertionError(name + " begins with '" + line(0) + "' in place of its version");
    }
    return words[2];
  }

  /** Sends a command, and returns the line that answers it. */
  public String ask(String command) {
    int next = lines.size();
    to.println(command);
    return line(next);
  }

  /** The line of this number, when it has come. */
  public String line(int number) {
    Await.until(
        name + " prints line " + number,
        () -> process.isAlive() ? lines : "it ended",
        () -> lines.size() > number || !process.isAlive());
    if (lines.size() <= number) {
      throw new AssertionError(name + " ended; its lines: " + lines);
    }
    return lines.get(number);
  }

  /** How many lines there are by now. */
  public int count() {
    return lines.size();
  }

  /** Those from a number on. */
  public List<String> since(int number) {
    List<String> all = List.copyOf(lines);
    return all.subList(number, all.size());
  }

  /** Ends it at once, as {@code kill -9} does. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(name + " does not end");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
