package io.binnacle.benchmarks.client;

import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.process.MeasuredProcess;
import io.binnacle.benchmarks.process.ServerProcess;
import io.binnacle.benchmarks.report.Measured;
import io.binnacle.benchmarks.report.Sample;
import io.binnacle.benchmarks.server.BinnacleServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Several clients follow the same server in turn, one at a time, each in a process that lives over
 * all rounds. In a round a new client follows all clusters from nothing, is told of changes that
 * come one after the other, then of as many that come as fast as the server takes them, and leaves.
 * Used by one thread.
 *
 * <p>In the first round the processes are cold: of that only the first state is told.
 */
public final class ClientRun {

  /** The client that others are compared with. */
  public static final String REFERENCE = ClientKind.BINNACLE.word();

  /** What is measured of each client in each round. */
  public enum Phase {
    /** The first state, for the first client of a process: as an application meets it. */
    COLD_FIRST_STATE,
    /** From the construction of the client until it has told the application of all clusters. */
    FIRST_STATE,
    /** All changes, each made when the one before was told. */
    ONE_BY_ONE,
    /** All changes, made without waiting, until the last one was told. */
    BURST
  }

  private static final int COLD = 0;

  private final int clusters;
  private final int changes;
  private final Path out;
  private final Consumer<String> progress;
  private final Map<Phase, Map<ClientKind, Map<Integer, Sample>>> samples =
      new EnumMap<>(Phase.class);
  private final Map<ClientKind, Map<String, Long>> memory = new EnumMap<>(ClientKind.class);
  private final Map<ClientKind, String> notes = new EnumMap<>(ClientKind.class);
  private int revision;

  /**
   * Prepares a run.
   *
   * @param changes in each of the two ways; at most as many as there are clusters
   * @param out where logs go
   * @param progress takes a line now and then
   */
  public ClientRun(int clusters, int changes, Path out, Consumer<String> progress) {
    if (changes > clusters) {
      throw new IllegalArgumentException(
          changes + " changes: no cluster may change twice, and there are " + clusters);
    }
    this.clusters = clusters;
    this.changes = changes;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Measures all clients.
   *
   * @param rounds at least one, besides the cold one
   * @param isOver whether no further round may begin
   * @return for each phase what was measured of each client
   */
  public Map<Phase, List<Measured>> measure(int rounds, BooleanSupplier isOver)
      throws IOException, InterruptedException {
    Files.createDirectories(out);
    Map<ClientKind, ClientProcess> processes = new EnumMap<>(ClientKind.class);
    try (ServerProcess server =
        new ServerProcess(
            "server",
            Contender.java(
                System.getProperty("java.class.path"),
                BinnacleServer.class.getName(),
                "aggregates"),
            out.resolve("client-server.log"))) {
      server.load(clusters);
      for (ClientKind kind : ClientKind.values()) {
        Path log = out.resolve("client-" + kind.word() + ".log");
        ClientProcess process = ClientProcess.start(kind, log);
        processes.put(kind, process);
        memory.put(kind, new LinkedHashMap<>(Map.of("heap empty", process.memory().heap())));
      }
      List<ClientKind> order = new ArrayList<>(processes.keySet());
      for (int round = COLD; round <= rounds && !(round > 1 && isOver.getAsBoolean()); round++) {
        for (ClientKind kind : order) {
          ClientProcess process = processes.get(kind);
          if (process != null && !notes.containsKey(kind)) {
            measure(round, kind, process, server);
          }
        }
        Collections.rotate(order, 1); // nobody always comes behind the same one
      }
    } finally {
      processes.values().forEach(MeasuredProcess::close);
    }
    return results();
  }

  private void measure(int round, ClientKind kind, ClientProcess client, ServerProcess server)
      throws InterruptedException {
    try {
      Sample first = sample(client, server, () -> client.watch(server.port(), clusters));
      memory
          .computeIfAbsent(kind, key -> new LinkedHashMap<>())
          .put("heap with all clusters", client.memory().heap());
      Sample steps = sample(client, server, () -> oneByOne(client, server));
      Sample burst = sample(client, server, () -> burst(client, server));
      client.leave();
      progress.accept(
          "%s: first state %.0f ms, a change %.2f ms, a burst %.0f ms%s"
              .formatted(
                  kind.word(),
                  first.wallNanos() / 1e6,
                  steps.wallNanos() / 1e6 / changes,
                  burst.wallNanos() / 1e6,
                  round == COLD ? " (cold)" : ""));
      if (round == COLD) {
        keep(Phase.COLD_FIRST_STATE, kind, round, first);
      } else {
        keep(Phase.FIRST_STATE, kind, round, first);
        keep(Phase.ONE_BY_ONE, kind, round, steps);
        keep(Phase.BURST, kind, round, burst);
      }
    } catch (IOException e) {
      notes.put(kind, "round " + round + ": " + e.getMessage());
      progress.accept(kind.word() + ": " + notes.get(kind));
    }
  }

  private void oneByOne(ClientProcess client, ServerProcess server) throws IOException {
    for (int i = 1; i <= changes; i++) {
      change(i, server);
      client.awaitChanges(i);
    }
  }

  private void burst(ClientProcess client, ServerProcess server) throws IOException {
    for (int i = 1; i <= changes; i++) {
      change(i, server);
    }
    client.awaitChanges(2 * changes);
  }

  private void change(int number, ServerProcess server) throws IOException {
    server.push(number % clusters, ++revision);
  }

  /** Something that is done to a client while its process is measured. */
  private interface Step {
    void run() throws IOException;
  }

  private static Sample sample(MeasuredProcess client, MeasuredProcess server, Step step)
      throws IOException, InterruptedException {
    client.awaitCalm();
    long allocated = client.allocated();
    long cpu = client.cpuNanos();
    long serverCpu = server.cpuNanos();
    long began = System.nanoTime();
    step.run();
    long wall = System.nanoTime() - began;
    client.awaitCalm();
    long used = client.cpuNanos() - cpu;
    return new Sample(wall, used, client.allocated() - allocated, server.cpuNanos() - serverCpu);
  }

  private void keep(Phase phase, ClientKind kind, int round, Sample sample) {
    samples
        .computeIfAbsent(phase, key -> new EnumMap<>(ClientKind.class))
        .computeIfAbsent(kind, key -> new TreeMap<>())
        .put(round, sample);
  }

  private Map<Phase, List<Measured>> results() {
    Map<Phase, List<Measured>> results = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      List<Measured> clients = new ArrayList<>();
      for (ClientKind kind : ClientKind.values()) {
        var rounds = samples.getOrDefault(phase, Map.of()).getOrDefault(kind, Map.of());
        boolean first = phase == Phase.FIRST_STATE;
        Map<String, Long> beside = first ? memory.getOrDefault(kind, Map.of()) : Map.of();
        clients.add(new Measured(kind.word(), rounds, beside, notes.getOrDefault(kind, "")));
      }
      results.put(phase, clients);
    }
    return results;
  }
}
