package io.binnacle.app.cli;

import io.binnacle.app.cli.option.Addresses;
import io.binnacle.app.cli.option.ConfigFile;
import io.binnacle.app.cli.option.Durations;
import io.binnacle.app.cli.option.Settings;
import io.binnacle.app.cli.remote.GetCommand;
import io.binnacle.app.cli.remote.StatusCommand;
import io.binnacle.app.cli.remote.TreeCommand;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program {@code binnacle}: its commands over an environment and two outputs, all given, so
 * that tests run it in their own JVM. One use of {@link #run} at a time.
 */
public final class Binnacle {

  /** The command without a command: it says how to go on. */
  @Command(
      name = "binnacle",
      description = "xDS for the JVM: serve Envoy and gRPC clients from a directory of files.",
      versionProvider = VersionCommand.Provider.class,
      synopsisSubcommandLabel = "COMMAND",
      footer = {"%nBegin with 'binnacle demo'; 'binnacle COMMAND --help' tells more."})
  static final class Root implements Runnable {

    @Spec private CommandSpec spec = CommandSpec.create();

    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        scope = ScopeType.INHERIT,
        description = "Show this help.")
    private boolean help;

    @CommandLine.Option(
        names = "--version",
        versionHelp = true,
        scope = ScopeType.INHERIT,
        description = "Print the version.")
    private boolean version;

    @Override
    public void run() {
      throw new ParameterException(
          spec.commandLine(),
          help || version ? "no command" : "which command? Begin with 'binnacle demo'");
    }
  }

  private static final int HELP_WIDTH = 100;

  private final Map<String, String> environment;
  private final CommandLine commandLine;
  private final Settings settings;

  /**
   * The program.
   *
   * @param environment environment variables, of which those that begin with {@code BINNACLE_}
   *     count
   */
  public Binnacle(
      Map<String, String> environment, PrintWriter out, PrintWriter err, StopSignal stop) {
    this.environment = Map.copyOf(environment);
    this.settings = new Settings(this.environment);
    this.commandLine =
        new CommandLine(new Root())
            .addSubcommand(new ServeCommand(this.environment, stop))
            .addSubcommand(new ValidateCommand(this.environment, stop))
            .addSubcommand(new RenderCommand(this.environment))
            .addSubcommand(new ExportCommand(this.environment, stop))
            .addSubcommand(new BootstrapCommand())
            .addSubcommand(new ClientCommand(stop))
            .addSubcommand(new LoadCommand(stop))
            .addSubcommand(new CheckCommand())
            .addSubcommand(new StatusCommand())
            .addSubcommand(new GetCommand())
            .addSubcommand(new TreeCommand())
            .addSubcommand(new DemoCommand(this.environment, stop))
            .addSubcommand(new CompletionCommand())
            .addSubcommand(new VersionCommand());
    commandLine
        .registerConverter(HostPort.class, new Addresses())
        .registerConverter(Duration.class, new Durations())
        .setDefaultValueProvider(settings)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH)
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(this::onUsageProblem)
        .setExecutionExceptionHandler(this::onFailure);
    commandLine
        .getSubcommands()
        .values()
        .forEach(
            command ->
                command
                    .getCommandSpec()
                    .versionProvider(new VersionCommand.Provider())
                    .usageMessage()
                    .sortOptions(false)
                    .abbreviateSynopsis(true));
  }

  /** Runs one command to its end and returns the number of its {@link ExitCode}. */
  public int run(String... arguments) {
    try {
      useConfigFile(arguments);
    } catch (Problem problem) {
      return report(problem, commandLine);
    }
    return commandLine.execute(arguments);
  }

  /** Every command, for tests of what all of them have. */
  Collection<CommandLine> commands() {
    return commandLine.getSubcommands().values();
  }

  private void useConfigFile(String[] arguments) {
    CommandLine command =
        arguments.length == 0 ? null : commandLine.getSubcommands().get(arguments[0]);
    if (command == null || command.getCommandSpec().findOption("--config") == null) {
      return;
    }
    Path file = ConfigFile.named(arguments, environment);
    if (file != null) {
      settings.useFile(ConfigFile.read(file, command.getCommandSpec()));
    }
  }

  private int onUsageProblem(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("binnacle: " + problem.getMessage());
    UnmatchedArgumentException.printSuggestions(problem, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE.number();
  }

  private int onFailure(Exception failure, CommandLine command, ParseResult parsed)
      throws Exception {
    if (failure instanceof Problem problem) {
      return report(problem, command);
    }
    failure.printStackTrace(command.getErr());
    command
        .getErr()
        .println("binnacle: this is a fault of the program; please report it with the text above");
    return ExitCode.FAILED.number();
  }

  private static int report(Problem problem, CommandLine command) {
    command.getErr().println(problem.forPeople());
    return problem.exitCode().number();
  }
}
