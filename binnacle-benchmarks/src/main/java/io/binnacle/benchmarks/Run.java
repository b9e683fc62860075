package io.binnacle.benchmarks;

import io.binnacle.benchmarks.load.FirstRequest;
import io.binnacle.benchmarks.load.LoadClient;
import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.process.ServerProcess;
import io.binnacle.benchmarks.report.Measured;
import io.binnacle.benchmarks.report.Sample;
import io.binnacle.benchmarks.server.Clusters;
import io.binnacle.benchmarks.server.OwnState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One server in one scenario, with its client. Used by one thread. */
final class Run implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;
  private static final int WARM_UP_PUSHES = 1_000;

  private final Contender contender;
  private final Scenario.Size size;
  private final ServerProcess server;
  private final LoadClient client;
  private final Map<Integer, Sample> rounds = new TreeMap<>();
  private final Map<String, Long> memory = new LinkedHashMap<>();
  private int revision;
  private long spentNanos;

  /** Why it is measured no more; empty as long as it is. */
  private String note = "";

  /**
   * Starts the server, loads it, and opens all streams.
   *
   * @param patienceSeconds how long the streams may take to be served
   */
  Run(Contender contender, Scenario.Size size, long patienceSeconds, Path log)
      throws IOException, InterruptedException, TimeoutException {
    this.contender = contender;
    this.size = size;
    server = new ServerProcess(contender.word(), contender.command(size.scenario().variant()), log);
    memory.put("heap empty", server.memory().heap());
    server.load(size.clusters());
    ServerProcess.Memory loaded = server.memory();
    memory.put("heap with resources", loaded.heap());
    client =
        new LoadClient(
            size.scenario().variant(),
            FirstRequest.WILDCARD,
            server.port(),
            size.connections(),
            size.streams(),
            size.clusters());
    awaitLoaded(patienceSeconds);
    server.awaitCalm();
    ServerProcess.Memory streaming = server.memory();
    memory.put("heap with streams", streaming.heap());
    memory.put("direct with streams", streaming.direct());
    memory.put("bytes per stream", (streaming.sum() - loaded.sum()) / size.streams());
  }

  private void awaitLoaded(long seconds) throws InterruptedException, TimeoutException {
    try {
      client.awaitLoaded(seconds);
    } catch (TimeoutException | RuntimeException e) {
      close();
      throw e;
    }
  }

  String word() {
    return contender.word();
  }

  /**
   * Pushes without measuring, so that the compiler is through: for so long, and as often as it
   * takes where the machine is busy, but not for ever where a push takes seconds.
   *
   * @param mostSeconds after which it is enough in any case
   */
  void warmUp(int seconds, long mostSeconds) throws IOException, InterruptedException {
    long began = System.nanoTime();
    long most = TimeUnit.SECONDS.toNanos(mostSeconds);
    long wanted = Math.min(TimeUnit.SECONDS.toNanos(seconds), most);
    long spent = 0;
    for (int pushes = 0;
        note.isEmpty()
            && (spent < wanted || (pushes < WARM_UP_PUSHES && spent < Math.min(most, 2 * wanted)));
        pushes++) {
      pushOnce();
      spent = System.nanoTime() - began;
    }
    server.awaitCalm();
  }

  /** Measures one push; nothing when an earlier one never came to its end. */
  void measure(int round) throws IOException, InterruptedException {
    if (!note.isEmpty()) {
      return;
    }
    long began = System.nanoTime();
    long allocated = server.allocated();
    server.awaitCalm();
    long cpu = server.cpuNanos();
    long clientCpu = LoadClient.cpuNanos();
    long wall = pushOnce();
    long clientUsed = LoadClient.cpuNanos() - clientCpu;
    server.awaitCalm();
    long used = server.cpuNanos() - cpu;
    if (note.isEmpty()) {
      rounds.put(round, new Sample(wall, used, server.allocated() - allocated, clientUsed));
    }
    spentNanos += System.nanoTime() - began;
  }

  /** How long it has been measured. */
  long spentSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(spentNanos);
  }

  private long pushOnce() throws IOException, InterruptedException {
    revision++;
    client.expect(Clusters.marker(revision));
    long began = System.nanoTime();
    server.push(revision % size.clusters(), revision);
    try {
      return client.await(PATIENCE_SECONDS) - began;
    } catch (TimeoutException e) {
      note = "a push was not acknowledged within " + PATIENCE_SECONDS + " s";
      return 0;
    }
  }

  Measured result() throws IOException, InterruptedException {
    if (contender == Contender.BINNACLE && !size.scenario().pushes()) {
      memory.put("of which our own state", ownState());
    }
    if (!rounds.isEmpty()) {
      memory.put("heap at the end", server.memory().heap());
    }
    return new Measured(contender.word(), rounds, memory, note);
  }

  /** Of the same number of streams without a network. */
  private long ownState() throws IOException, InterruptedException {
    List<String> command =
        Contender.java(
            System.getProperty("java.class.path"),
            OwnState.class.getName(),
            String.valueOf(size.streams()),
            String.valueOf(size.clusters()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      while (line != null && !line.startsWith("own ")) {
        line = out.readLine();
      }
      return line == null ? -1 : Long.parseLong(line.substring("own ".length()));
    } finally {
      process.waitFor();
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
