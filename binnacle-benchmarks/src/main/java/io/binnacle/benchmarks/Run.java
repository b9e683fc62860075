package io.binnacle.benchmarks;

import io.binnacle.benchmarks.load.LoadClient;
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

  private static final long PATIENCE_SECONDS = 240;
  private static final int WARM_UP_PUSHES = 1_000;

  private final Contender contender;
  private final Scenario.Size size;
  private final ServerProcess server;
  private final LoadClient client;
  private final Map<Integer, Sample> rounds = new TreeMap<>();
  private final Map<String, Long> memory = new LinkedHashMap<>();
  private int revision;
  private long spentNanos;

  /** Starts the server, loads it, and opens all streams. */
  Run(Contender contender, Scenario.Size size, Path log)
      throws IOException, InterruptedException, TimeoutException {
    this.contender = contender;
    this.size = size;
    server = new ServerProcess(contender.word(), contender.command(size.scenario()), log);
    memory.put("heap empty", server.memory().heap());
    server.load(size.clusters());
    ServerProcess.Memory loaded = server.memory();
    memory.put("heap with resources", loaded.heap());
    client =
        new LoadClient(
            size.scenario().variant(),
            server.port(),
            size.connections(),
            size.streams(),
            size.clusters());
    client.awaitLoaded(PATIENCE_SECONDS);
    server.awaitCalm();
    ServerProcess.Memory streaming = server.memory();
    memory.put("heap with streams", streaming.heap());
    memory.put("direct with streams", streaming.direct());
    memory.put("bytes per stream", (streaming.sum() - loaded.sum()) / size.streams());
  }

  /**
   * Pushes without measuring, so that the compiler is through: for so long, and as often as it
   * takes where the machine is busy, but not for ever where a push takes seconds.
   */
  void warmUp(int seconds) throws IOException, InterruptedException, TimeoutException {
    long began = System.nanoTime();
    long wanted = TimeUnit.SECONDS.toNanos(seconds);
    long spent = 0;
    for (int pushes = 0;
        spent < wanted || (pushes < WARM_UP_PUSHES && spent < 2 * wanted);
        pushes++) {
      pushOnce();
      spent = System.nanoTime() - began;
    }
    server.awaitCalm();
  }

  /** Measures one push. */
  void measure(int round) throws IOException, InterruptedException, TimeoutException {
    long began = System.nanoTime();
    long allocated = server.allocated();
    server.awaitCalm();
    long cpu = server.cpuNanos();
    long clientCpu = LoadClient.cpuNanos();
    long wall = pushOnce();
    long clientUsed = LoadClient.cpuNanos() - clientCpu;
    server.awaitCalm();
    long used = server.cpuNanos() - cpu;
    rounds.put(round, new Sample(wall, used, server.allocated() - allocated, clientUsed));
    spentNanos += System.nanoTime() - began;
  }

  /** How long it has been measured. */
  long spentSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(spentNanos);
  }

  private long pushOnce() throws IOException, InterruptedException, TimeoutException {
    revision++;
    client.expect(Clusters.marker(revision));
    long began = System.nanoTime();
    server.push(revision % size.clusters(), revision);
    return client.await(PATIENCE_SECONDS) - began;
  }

  Measured result() throws IOException, InterruptedException {
    if (contender == Contender.BINNACLE && !size.scenario().pushes()) {
      memory.put("of which our own state", ownState());
    }
    if (!rounds.isEmpty()) {
      memory.put("heap at the end", server.memory().heap());
    }
    return new Measured(contender.word(), rounds, memory, "");
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
