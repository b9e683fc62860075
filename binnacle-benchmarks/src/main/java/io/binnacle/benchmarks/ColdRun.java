package io.binnacle.benchmarks;

import io.binnacle.benchmarks.load.FirstRequest;
import io.binnacle.benchmarks.load.LoadClient;
import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.process.ServerProcess;
import io.binnacle.benchmarks.report.Measured;
import io.binnacle.benchmarks.report.Sample;
import io.binnacle.benchmarks.server.Clusters;
import io.binnacle.core.resource.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One server that is started again for each round, and what its clients do to it from the first
 * moment on: they all come back at once, or changes come fast. Used by one thread.
 */
final class ColdRun {

  private static final long PATIENCE_SECONDS = 120;
  private static final int CHANGES = 1_000;
  private static final long BETWEEN_CHANGES = TimeUnit.MILLISECONDS.toNanos(10);

  private final Contender contender;
  private final Scenario.Size size;
  private final Path log;
  private final Map<Integer, Sample> rounds = new TreeMap<>();
  private long peakBytes;
  private String note = "";

  ColdRun(Contender contender, Scenario.Size size, Path log) {
    this.contender = contender;
    this.size = size;
    this.log = log;
  }

  /** Starts the server, measures one round, and ends it; says how it went. */
  String measure(int round) throws IOException, InterruptedException {
    try (ServerProcess server =
        new ServerProcess(contender.word(), contender.command(size.scenario().variant()), log)) {
      rounds.put(round, size.scenario() == Scenario.STORM ? storm(server) : rush(server));
      peakBytes = Math.max(peakBytes, server.peakBytes());
      Sample sample = rounds.get(round);
      return "%s: %.2f s, %.2f s CPU, %d MB"
          .formatted(
              contender.word(),
              sample.wallNanos() / 1e9,
              sample.cpuNanos() / 1e9,
              server.peakBytes() >> 20);
    } catch (TimeoutException | IllegalStateException e) {
      note = "round " + round + ": " + e.getMessage();
      return contender.word() + ": " + note;
    }
  }

  Measured result() {
    return new Measured(contender.word(), rounds, Map.of("peak of all memory", peakBytes), note);
  }

  /** From the first connection until every client has taken its answer. */
  private Sample storm(ServerProcess server)
      throws IOException, InterruptedException, TimeoutException {
    // the floor's answer is empty, as is that of a server that knows what its clients hold
    server.load(contender == Contender.FLOOR ? 0 : size.clusters());
    FirstRequest request = FirstRequest.returning(versions());
    server.awaitCalm();
    Before before = new Before(server);
    try (LoadClient client =
        new LoadClient(
            size.scenario().variant(),
            request,
            server.port(),
            size.connections(),
            size.streams(),
            0)) {
      long end = client.awaitLoaded(PATIENCE_SECONDS);
      return before.sample(end);
    }
  }

  /** From the last of many changes until every client has it. */
  private Sample rush(ServerProcess server)
      throws IOException, InterruptedException, TimeoutException {
    server.load(size.clusters());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < size.clusters(); i++) {
      names.add(Clusters.name(i));
    }
    try (LoadClient client =
        new LoadClient(
            size.scenario().variant(),
            FirstRequest.of(names),
            server.port(),
            size.connections(),
            size.streams(),
            size.clusters())) {
      client.awaitLoaded(PATIENCE_SECONDS);
      client.expect(Clusters.marker(CHANGES));
      Before before = new Before(server);
      long began = System.nanoTime();
      for (int revision = 1; revision <= CHANGES; revision++) {
        long wait = began + revision * BETWEEN_CHANGES - System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(wait);
        server.push(revision % size.clusters(), revision);
      }
      long last = System.nanoTime();
      Sample whole = before.sample(client.await(PATIENCE_SECONDS));
      long lag = before.began + whole.wallNanos() - last;
      return new Sample(lag, whole.cpuNanos(), whole.allocatedBytes(), whole.clientCpuNanos());
    }
  }

  /** Of our resources, which are what a client of ours holds. */
  private Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (int i = 0; i < size.clusters(); i++) {
      versions.put(Clusters.name(i), Resource.of(Clusters.cluster(i, 0)).version());
    }
    return versions;
  }

  /** Where all counters stood. */
  private static final class Before {
    private final ServerProcess server;
    private final long allocated;
    private final long cpu;
    private final long clientCpu = LoadClient.cpuNanos();
    private final long began = System.nanoTime();

    Before(ServerProcess server) throws IOException {
      this.server = server;
      this.allocated = server.allocated();
      this.cpu = server.cpuNanos();
    }

    Sample sample(long end) throws IOException, InterruptedException {
      long client = LoadClient.cpuNanos() - clientCpu;
      server.awaitCalm();
      long used = server.cpuNanos() - cpu;
      return new Sample(end - began, used, server.allocated() - allocated, client);
    }
  }
}
