package io.binnacle.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that is measured, from the outside: answers each line with a line, and ends with its
 * standard input. Used by one thread.
 */
public class MeasuredProcess implements AutoCloseable {

  /**
   * Memory after a full collection.
   *
   * @param heap used bytes of the heap
   * @param direct bytes of direct memory
   */
  public record Memory(long heap, long direct) {
    public long sum() {
      return heap + direct;
    }
  }

  private static final long CALM_NANOS = 300_000;
  private static final int CALM_LOOKS = 3;
  private static final int LOOK_MILLIS = 15;
  private static final int MOST_LOOKS = 200;
  private static final int END_SECONDS = 10;

  private final String name;
  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;
  private final String ready;

  /**
   * Starts it, and waits until it is ready.
   *
   * @param log takes what it says on its standard error
   */
  protected MeasuredProcess(String name, List<String> command, Path log) throws IOException {
    this.name = name;
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    from = process.inputReader(StandardCharsets.UTF_8);
    ready = awaitReady();
  }

  /** What stands before the line is of the JVM, such as that it started a recording. */
  private String awaitReady() throws IOException {
    String line = from.readLine();
    while (line != null && !line.startsWith("ready ")) {
      line = from.readLine();
    }
    if (line == null) {
      throw new IOException(name + " ended before it was ready");
    }
    return line.substring("ready ".length());
  }

  /** What it said of itself when it was ready. */
  protected final String ready() {
    return ready;
  }

  /** What its threads have allocated since their start. */
  public long allocated() throws IOException {
    return Long.parseLong(ask("allocated", "allocated")[1]);
  }

  /** What it holds. */
  public Memory memory() throws IOException {
    String[] answer = ask("memory", "memory");
    return new Memory(Long.parseLong(answer[1]), Long.parseLong(answer[2]));
  }

  /**
   * CPU time of its threads in nanoseconds, with the collector, and without the compiler, which is
   * never quite through. From the scheduler where there is one to ask (else with the compiler, and
   * in steps of 10 ms).
   */
  public long cpuNanos() throws IOException {
    Path tasks = Path.of("/proc/" + process.pid() + "/task");
    if (!Files.isDirectory(tasks)) {
      return process.info().totalCpuDuration().orElseThrow().toNanos();
    }
    long sum = 0;
    try (var threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        sum += nanosOf(thread);
      }
    }
    return sum;
  }

  private static long nanosOf(Path thread) {
    try {
      if (Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\n")) {
        return 0;
      }
      String line = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(line.substring(0, line.indexOf(' ')));
    } catch (IOException ended) {
      return 0;
    }
  }

  /** The most memory that it had so far, as the system counts it; 0 where that is not told. */
  public long peakBytes() throws IOException {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst()
        .orElse(0);
  }

  /** Waits until it does nothing any more, such as reading the last ACKs, but not for ever. */
  public void awaitCalm() throws IOException, InterruptedException {
    int calm = 0;
    long before = cpuNanos();
    for (int i = 0; i < MOST_LOOKS && calm < CALM_LOOKS; i++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      long now = cpuNanos();
      calm = now - before < CALM_NANOS ? calm + 1 : 0;
      before = now;
    }
  }

  /**
   * Sends a line and waits for the answer.
   *
   * @param expected the first word of the answer
   */
  protected final String[] ask(String command, String expected) throws IOException {
    to.println(command);
    return answer(expected);
  }

  private String[] answer(String expected) throws IOException {
    String line = from.readLine();
    if (line == null || !line.startsWith(expected)) {
      throw new IOException(name + " answered '" + line + "' instead of " + expected);
    }
    return line.split(" ");
  }

  @Override
  public void close() {
    to.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
