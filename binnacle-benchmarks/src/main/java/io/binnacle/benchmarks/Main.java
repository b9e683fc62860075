package io.binnacle.benchmarks;

import io.binnacle.benchmarks.client.ClientRun;
import io.binnacle.benchmarks.process.Contender;
import io.binnacle.benchmarks.report.Measured;
import io.binnacle.benchmarks.report.Report;
import io.binnacle.benchmarks.report.Swaps;
import io.binnacle.benchmarks.swap.SwapRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * Runs scenarios: all servers are there at once, each with its streams, and push in turn, so that
 * what else the machine does meets all of them alike.
 */
public final class Main {

  private static final long MOST_PATIENCE_SECONDS = 240;
  private static final int ROUNDS_PER_LINE = 10;

  /** Of 10,000 clusters 1,000 change. */
  private static final int CLUSTERS_PER_CHANGE = 10;

  private final Settings settings;
  private final Report report;

  private Main(Settings settings) {
    this.settings = settings;
    this.report = new Report(machine());
  }

  public static void main(String[] arguments) throws Exception {
    Settings settings;
    try {
      settings = Settings.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    new Main(settings).run();
    System.exit(0);
  }

  private void run() throws IOException, InterruptedException {
    Files.createDirectories(settings.out());
    Budget all = new Budget(settings.mostSeconds());
    int left = settings.scenarios().size();
    for (Scenario scenario : settings.scenarios()) {
      Budget budget = new Budget(all.shareSeconds(left--));
      say("(" + scenario.letter() + ") " + scenario.title());
      if (scenario == Scenario.SWAP) {
        swap(budget);
      } else if (scenario == Scenario.CLIENT) {
        clients(scenario.scaled(settings.scale()), budget);
      } else {
        Scenario.Size size = scenario.scaled(settings.scale());
        String title =
            settings.scale() == 1 ? scenario.title() : scenario.title() + ", x " + settings.scale();
        boolean cold = scenario == Scenario.STORM || scenario == Scenario.RUSH;
        report.add(scenario.letter(), title, cold ? runCold(size, budget) : run(size, budget));
      }
      Files.writeString(settings.out().resolve("bench.md"), report.markdown());
      Files.writeString(settings.out().resolve("bench.json"), report.json());
    }
    System.out.print(report.markdown());
    say("written to " + settings.out());
  }

  private List<Measured> run(Scenario.Size size, Budget budget)
      throws IOException, InterruptedException {
    List<Run> runs = new ArrayList<>();
    List<Measured> results = new ArrayList<>();
    try {
      int left = settings.contenders().size();
      for (Contender contender : settings.contenders()) {
        String missing = contender.missing();
        if (missing != null) {
          say("  " + contender.word() + ": skipped, " + missing);
        } else {
          long patience = Math.min(MOST_PATIENCE_SECONDS, budget.shareSeconds(left));
          start(contender, size, patience, runs, results);
        }
        left--;
      }
      if (size.scenario().pushes()) {
        push(runs, budget);
      }
      for (Run run : runs) {
        results.add(run.result());
      }
    } finally {
      runs.forEach(Run::close);
    }
    return results;
  }

  private void start(
      Contender contender,
      Scenario.Size size,
      long patience,
      List<Run> runs,
      List<Measured> results)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    try {
      Path log = settings.out().resolve(contender.word() + ".log");
      runs.add(new Run(contender, size, patience, log));
      say("  %s: loaded in %.1f s".formatted(contender.word(), (System.nanoTime() - began) / 1e9));
    } catch (TimeoutException | IllegalStateException e) {
      String note = "its streams were not loaded within " + patience + " s: " + e.getMessage();
      say("  " + contender.word() + ": " + note);
      results.add(new Measured(contender.word(), Map.of(), Map.of(), note));
    }
  }

  private void push(List<Run> runs, Budget budget) throws IOException, InterruptedException {
    int left = runs.size();
    for (Run run : runs) {
      run.warmUp(
          settings.warmUpSeconds(),
          Math.min(MOST_PATIENCE_SECONDS, budget.shareSeconds(2 * left--)));
      say("  " + run.word() + ": warm");
    }
    List<Run> order = new ArrayList<>(runs);
    for (int round = 0; round < settings.rounds() && !(round > 0 && budget.isOver()); round++) {
      for (Run run : order) {
        if (run.spentSeconds() < settings.serverSeconds()) {
          run.measure(round);
        }
      }
      Collections.rotate(order, 1); // nobody always comes behind the same one
      if ((round + 1) % ROUNDS_PER_LINE == 0) {
        say("  " + (round + 1) + " of " + settings.rounds() + " rounds");
      }
    }
  }

  /** A new process for each round: what is measured is how a server does that has just started. */
  private List<Measured> runCold(Scenario.Size size, Budget budget)
      throws IOException, InterruptedException {
    List<ColdRun> runs = new ArrayList<>();
    for (Contender contender : settings.contenders()) {
      String missing = contender.missing();
      if (missing == null && (size.scenario() != Scenario.STORM || contender.knowsOurVersions())) {
        runs.add(new ColdRun(contender, size, settings.out().resolve(contender.word() + ".log")));
      } else if (missing != null) {
        say("  " + contender.word() + ": skipped, " + missing);
      }
    }
    for (int round = 0; round < settings.coldRounds() && !(round > 0 && budget.isOver()); round++) {
      for (ColdRun run : runs) {
        say("  " + run.measure(round));
      }
      Collections.rotate(runs, 1);
    }
    return runs.stream().map(ColdRun::result).toList();
  }

  private void swap(Budget budget) throws IOException, InterruptedException {
    String envoy = System.getProperty("bench.envoy");
    if (envoy == null) {
      say("  skipped, there is no Envoy");
      return;
    }
    for (Contender contender : SwapRun.contenders(settings.contenders())) {
      String missing = contender.missing();
      for (boolean delta : new boolean[] {false, true}) {
        if (missing != null || budget.isOver()) {
          say("  " + contender.word() + ": skipped, " + (missing == null ? "no time" : missing));
          continue;
        }
        Swaps swaps = SwapRun.of(contender, delta, settings.swaps(), envoy, settings.out());
        report.add(swaps);
        say(
            "  %s, %s: %d of %d requests failed %s"
                .formatted(
                    swaps.server(),
                    swaps.variant(),
                    swaps.failed(),
                    swaps.requests(),
                    swaps.note()));
      }
    }
  }

  /** Our client and others, which follow a server of ours in turn. */
  private void clients(Scenario.Size size, Budget budget) throws IOException, InterruptedException {
    int changes = Math.max(1, size.clusters() / CLUSTERS_PER_CHANGE);
    ClientRun run =
        new ClientRun(size.clusters(), changes, settings.out(), line -> say("  " + line));
    Map<ClientRun.Phase, String> titles =
        Map.of(
            ClientRun.Phase.COLD_FIRST_STATE, "first state of %,d clusters in a new process",
            ClientRun.Phase.FIRST_STATE, "first state of %,d clusters",
            ClientRun.Phase.ONE_BY_ONE, "%2$,d changes of %,d clusters, one by one",
            ClientRun.Phase.BURST, "%2$,d changes of %,d clusters, at once");
    run.measure(settings.coldRounds(), budget::isOver)
        .forEach(
            (phase, measured) ->
                report.add(
                    size.scenario().letter(),
                    String.format(
                        Locale.ROOT, titles.getOrDefault(phase, ""), size.clusters(), changes),
                    measured,
                    new Report.Subject("client", "server", "ms", ClientRun.REFERENCE)));
  }

  private static String machine() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return "%s, %d processors, %s, Java %s, load average %.1f at the start"
        .formatted(
            cpu(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            System.getProperty("java.version"),
            load);
  }

  private static String cpu() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  private static void say(String line) {
    System.err.println(line);
  }
}
