package io.binnacle.app.cli;

import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.process.Version;
import io.binnacle.text.types.TypeCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code binnacle version}, and {@code --version} after any command. */
@Command(name = "version", description = "Print the version of this program.")
final class VersionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    Map<String, String> facts = facts();
    spec.commandLine().getOut().print(output.render(facts, () -> line(facts) + "\n"));
    return ExitCode.FINE.number();
  }

  private static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.TEXT);
    facts.put("java", Runtime.version().toString());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("api", TypeCatalog.newest().apiName());
    return facts;
  }

  private static String line(Map<String, String> facts) {
    return "binnacle %s (%s; Java %s, %s)"
        .formatted(facts.get("version"), facts.get("api"), facts.get("java"), facts.get("os"));
  }

  /** The same for {@code --version}. */
  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {line(facts())};
    }
  }
}
