package io.binnacle.app.cli;

import io.binnacle.app.cli.option.CheckOptions;
import io.binnacle.app.cli.option.EnvoyOption;
import io.binnacle.app.cli.output.FindingsOption;
import io.binnacle.app.cli.output.Progress;
import io.binnacle.app.envoy.EnvoyJudge;
import io.binnacle.app.log.Counted;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.text.Finding;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle validate}: every finding at once, one per line (CL-5). */
@Command(
    name = "validate",
    description = {
      "Check a directory of groups, or a single file, without serving it.",
      "Findings go to standard output, as file:line:column: resource: field: what is wrong."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:nothing is wrong, or warnings only",
      "65:errors; with --strict warnings too"
    })
final class ValidateCommand implements Callable<Integer> {

  private final Map<String, String> environment;
  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "PATH", description = "The directory or file.")
  private Path path = Path.of("");

  @Mixin private CheckOptions checks = new CheckOptions();

  @Mixin private EnvoyOption envoy = new EnvoyOption();

  @Mixin private FindingsOption output = new FindingsOption();

  ValidateCommand(Map<String, String> environment, StopSignal stop) {
    this.environment = environment;
    this.stop = stop;
  }

  @Override
  public Integer call() {
    Path program = envoy.find(environment);
    SourceOptions options = checks.checking().options().withEnvironment(environment);
    PrintWriter err = spec.commandLine().getErr();
    LoadedConfiguration read = read(options, err);
    List<Finding> findings = read.findings();
    Set<String> good = new TreeSet<>(read.groups().keySet());
    String asked = "";
    if (program != null) {
      stop.heed();
      Progress shown = new Progress(err, System::nanoTime);
      Consumer<String> progress =
          what -> {
            if (stop.isRequested()) {
              // so that the Envoy ends, and what it was shown is deleted
              throw new Problem(ExitCode.FAILED, "ended before Envoy had looked at everything");
            }
            shown.accept(what);
          };
      try (EnvoyJudge judge = new EnvoyJudge(program, options.types(), progress)) {
        EnvoyFindings refused = EnvoyFindings.of(judge, read.groups().values());
        findings = sorted(findings, refused.findings());
        good.removeAll(refused.badGroups());
        refused.remarks().forEach(err::println);
        asked = "; " + judge.name() + " was asked, in " + Counted.of(judge.runs(), "run");
      }
    }
    long errors = findings.stream().filter(f -> f.severity() == Severity.ERROR).count();
    long warnings = findings.size() - errors;
    PrintWriter out = spec.commandLine().getOut();
    out.print(output.render(findings));
    out.flush();
    String known = "; checked against " + options.types().apiName();
    err.println(summary(good.size(), errors, warnings) + asked + known);
    return (errors > 0 || (checks.strict() && warnings > 0) ? ExitCode.BAD_DATA : ExitCode.FINE)
        .number();
  }

  private LoadedConfiguration read(SourceOptions options, PrintWriter err) {
    try (Waiting waiting = new Waiting(err, "reading " + path, Waiting.A_WHILE)) {
      return DirectorySource.read(path, options);
    }
  }

  private static List<Finding> sorted(List<Finding> some, List<Finding> others) {
    return Stream.concat(some.stream(), others.stream())
        .distinct()
        .sorted(Comparator.comparing(Finding::position))
        .toList();
  }

  private static String summary(int groups, long errors, long warnings) {
    String good = Counted.of(groups, "good group");
    return errors + warnings == 0
        ? good + ", nothing is wrong"
        : good + ", " + Counted.of(errors, "error") + ", " + Counted.of(warnings, "warning");
  }
}
