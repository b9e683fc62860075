package io.binnacle.app.cli;

import io.binnacle.app.Version;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.text.types.TypeCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code binnacle version}. */
@Command(name = "version", description = "Print the version of this program.")
final class VersionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.TEXT);
    facts.put("java", Runtime.version().toString());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("api", TypeCatalog.newest().apiName());
    String table =
        "binnacle %s (%s; Java %s, %s)%n"
            .formatted(facts.get("version"), facts.get("api"), facts.get("java"), facts.get("os"));
    spec.commandLine().getOut().print(output.render(facts, () -> table));
    return ExitCode.FINE.number();
  }
}
