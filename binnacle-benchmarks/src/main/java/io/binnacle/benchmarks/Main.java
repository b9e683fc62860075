package io.binnacle.benchmarks;

import io.binnacle.benchmarks.report.Measured;
import io.binnacle.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * Runs scenarios: all servers are there at once, each with its streams, and push in turn, so that
 * what else the machine does meets all of them alike.
 */
public final class Main {

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
    for (Scenario scenario : settings.scenarios()) {
      Scenario.Size size = scenario.scaled(settings.scale());
      String title =
          settings.scale() == 1 ? scenario.title() : scenario.title() + ", x " + settings.scale();
      report.add(scenario.letter(), title, run(size));
      Files.writeString(settings.out().resolve("bench.md"), report.markdown());
      Files.writeString(settings.out().resolve("bench.json"), report.json());
    }
    System.out.print(report.markdown());
    say("written to " + settings.out());
  }

  private List<Measured> run(Scenario.Size size) throws IOException, InterruptedException {
    say("(" + size.scenario().letter() + ") " + size.scenario().title());
    List<Run> runs = new ArrayList<>();
    List<Measured> results = new ArrayList<>();
    try {
      for (Contender contender : settings.contenders()) {
        String missing = contender.missing();
        if (missing != null) {
          say("  " + contender.word() + ": skipped, " + missing);
          continue;
        }
        start(contender, size, runs, results);
      }
      if (size.scenario().pushes()) {
        push(runs);
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
      Contender contender, Scenario.Size size, List<Run> runs, List<Measured> results)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    try {
      runs.add(new Run(contender, size, settings.out().resolve(contender.word() + ".log")));
      say("  %s: loaded in %.1f s".formatted(contender.word(), (System.nanoTime() - began) / 1e9));
    } catch (TimeoutException | IllegalStateException e) {
      say("  " + contender.word() + ": " + e.getMessage());
      results.add(new Measured(contender.word(), Map.of(), Map.of(), e.toString()));
    }
  }

  private void push(List<Run> runs) throws IOException, InterruptedException {
    try {
      for (Run run : runs) {
        run.warmUp(settings.warmUpSeconds());
      }
      List<Run> order = new ArrayList<>(runs);
      for (int round = 0; round < settings.rounds(); round++) {
        for (Run run : order) {
          if (run.spentSeconds() < settings.serverSeconds()) {
            run.measure(round);
          }
        }
        Collections.rotate(order, 1); // nobody always comes behind the same one
      }
    } catch (TimeoutException e) {
      throw new IOException(e);
    }
  }

  private static String machine() {
    return "%s, %d processors, %s, Java %s"
        .formatted(
            cpu(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            System.getProperty("java.version"));
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
