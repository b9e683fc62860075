package io.binnacle.app.cli;

import io.binnacle.app.config.Types;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.text.Finding;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "PATH", description = "The directory or file.")
  private Path path = Path.of("");

  @Option(names = "--strict", description = "Warnings are errors.")
  private boolean strict;

  @Option(
      names = "--descriptors",
      paramLabel = "FILE",
      description = "Descriptor set with further types. May be repeated.")
  private List<Path> descriptors = new ArrayList<>();

  @Mixin private OutputOption output = new OutputOption();

  ValidateCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    LoadedConfiguration read =
        DirectorySource.read(
            path,
            SourceOptions.defaults()
                .withTypes(Types.with(descriptors))
                .withEnvironment(environment));
    List<Finding> findings = read.findings();
    long errors = findings.stream().filter(f -> f.severity() == Severity.ERROR).count();
    long warnings = findings.size() - errors;
    PrintWriter out = spec.commandLine().getOut();
    out.print(output.render(facts(findings), () -> lines(findings)));
    out.flush();
    spec.commandLine().getErr().println(summary(read.groups().size(), errors, warnings));
    return (errors > 0 || (strict && warnings > 0) ? ExitCode.BAD_DATA : ExitCode.FINE).number();
  }

  private static String summary(int groups, long errors, long warnings) {
    String good = counted(groups, "good group");
    return errors + warnings == 0
        ? good + ", nothing is wrong"
        : good + ", " + counted(errors, "error") + ", " + counted(warnings, "warning");
  }

  private static String counted(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String lines(List<Finding> findings) {
    StringBuilder out = new StringBuilder();
    findings.forEach(finding -> out.append(finding).append('\n'));
    return out.toString();
  }

  private static List<Map<String, Object>> facts(List<Finding> findings) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
      facts.put("file", finding.position().file());
      facts.put("line", finding.position().line());
      facts.put("column", finding.position().column());
      facts.put("resource", finding.resource());
      facts.put("field", finding.fieldPath());
      facts.put("message", finding.message());
      all.add(facts);
    }
    return all;
  }
}
