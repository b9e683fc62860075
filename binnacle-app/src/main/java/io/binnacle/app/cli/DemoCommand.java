package io.binnacle.app.cli;

import io.binnacle.app.demo.Demo;
import io.binnacle.app.demo.DemoSettings;
import io.binnacle.app.log.Logs;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle demo}: everything that a first look needs, on this machine. */
@Command(
    name = "demo",
    description = {
      "Start a control plane, two backends and an Envoy on this machine, say what to try, and show"
          + " what happens. Ctrl-C ends everything that was started.",
      "A port that is taken is replaced by the next free one."
    })
final class DemoCommand implements Callable<Integer> {

  private final Map<String, String> environment;
  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "EXAMPLE",
      arity = "0..1",
      description = "The directory to serve; default: examples/quickstart of the checkout.")
  private @Nullable Path directory;

  @Option(names = "--no-envoy", description = "Neither start nor install an Envoy.")
  private boolean noEnvoy;

  DemoCommand(Map<String, String> environment, StopSignal stop) {
    this.environment = environment;
    this.stop = stop;
  }

  @Override
  public Integer call() {
    // The demo describes what happens in its own words.
    Logs.quiet();
    String given = System.getProperty("binnacle.home");
    Path home = given == null ? null : Path.of(given);
    if (directory == null && home == null) {
      throw Problem.usage(
          "the example is in the checkout: run ./binnacle demo there, or name a directory");
    }
    Path served = directory;
    if (served == null && home != null) {
      served = fromHere(home.resolve("examples").resolve("quickstart"));
    }
    DemoSettings settings =
        new DemoSettings(served == null ? Path.of("") : served, environment, home, !noEnvoy);
    stop.heed();
    return new Demo(settings, spec.commandLine().getOut(), stop).run().number();
  }

  /** A path that the user can take as it is printed, and short where that can be. */
  private static Path fromHere(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }
}
