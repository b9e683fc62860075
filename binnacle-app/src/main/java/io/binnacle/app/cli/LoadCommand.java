package io.binnacle.app.cli;

import io.binnacle.app.cli.option.Asked;
import io.binnacle.app.cli.option.NodeOptions;
import io.binnacle.app.cli.option.ServerOptions;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.cli.output.Progress;
import io.binnacle.app.load.LoadPlan;
import io.binnacle.app.load.LoadReport;
import io.binnacle.app.load.LoadRun;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle load}: many clients at once, and what they saw (CL-1). */
@Command(
    name = "load",
    description = {
      "Put load on a management server, any that speaks xDS: many clients subscribe, stay, and come"
          + " back as told. Ctrl-C ends it with the report."
    },
    footer = {
      "%nExamples:",
      "  binnacle load 127.0.0.1:18000 --streams 1000 --node edge-{n}",
      "  binnacle load 127.0.0.1:18000 --streams 10000 --storm 20s --duration 2m cds eds/backend"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "  0:every stream was answered, and none was lost",
      "  1:some were not, or were lost",
      " 69:the server cannot be reached"
    })
final class LoadCommand implements Callable<Integer> {

  private static final Duration TICK = Duration.ofMillis(50);
  private static final double GIVE_UP_SECONDS = 5;
  private static final int CLIENTS_PER_CONNECTION = 100;

  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      index = "1..*",
      paramLabel = "TYPE[/NAME]",
      description =
          "What each client subscribes to, as for client; {n} in a name is the client's number."
              + " Default: cds.")
  private List<String> subscriptions = List.of("cds");

  @Mixin private NodeOptions node = new NodeOptions();

  @Option(
      names = "--variant",
      paramLabel = "VARIANT",
      description = "ads-delta (default), ads-sotw, delta, sotw (a stream per type).")
  private String variant = StreamVariant.ADS_DELTA.toString();

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "How many clients; each has a stream, or one for each type. Default 100.")
  private int clients = 100;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections they share. Default: one for each 100 clients.")
  private int connections;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "How many clients begin in a second. Default 1000.")
  private int rate = 1_000;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long it goes on; 0 for until Ctrl-C. Default 30s.")
  private Duration duration = Duration.ofSeconds(30);

  @Option(
      names = "--reconnect-every",
      paramLabel = "TIME",
      description = "Each stream is ended and opened again after about that long.")
  private Duration reconnectEvery = Duration.ZERO;

  @Option(
      names = "--storm",
      paramLabel = "TIME",
      description = "Every so often all connections break, and all clients come back at once.")
  private Duration storm = Duration.ZERO;

  @Option(
      names = "--slow",
      paramLabel = "N",
      description = "So many clients answer late, and read on after that only.")
  private int slow;

  @Option(
      names = "--slow-by",
      paramLabel = "TIME",
      description = "How late the slow clients answer. Default 5s.")
  private Duration slowBy = Duration.ofSeconds(5);

  @Option(
      names = "--stuck",
      paramLabel = "N",
      description = "So many clients subscribe and never read an answer.")
  private int stuck;

  @Mixin private OutputOption output = new OutputOption();

  LoadCommand(StopSignal stop) {
    this.stop = stop;
  }

  @Override
  public Integer call() {
    LoadPlan plan = plan();
    stop.heed();
    LoadReport report;
    try (LoadRun run = new LoadRun(plan)) {
      report = drive(run);
    } catch (IllegalArgumentException e) {
      throw Problem.usage(String.valueOf(e.getMessage()));
    }
    spec.commandLine().getOut().print(output.render(report, report::table));
    spec.commandLine().getOut().flush();
    if (report.isUnreachable()) {
      spec.commandLine()
          .getErr()
          .println("binnacle: no stream to " + server.address() + " came up");
      return ExitCode.UNREACHABLE.number();
    }
    boolean fine = report.errors().isEmpty() && report.answered() >= report.streams() - stuck;
    return (fine ? ExitCode.FINE : ExitCode.FAILED).number();
  }

  private LoadReport drive(LoadRun run) {
    Progress progress = new Progress(spec.commandLine().getErr(), System::nanoTime);
    LoadReport report = run.report();
    do {
      run.advance();
      report = run.report();
      progress.accept(report.progress());
    } while (!isOver(report) && !stop.await(TICK));
    return run.report();
  }

  private boolean isOver(LoadReport report) {
    double wanted = duration.toMillis() / 1_000.0;
    return (wanted > 0 && report.seconds() >= wanted)
        || (report.isUnreachable() && report.seconds() >= GIVE_UP_SECONDS);
  }

  private LoadPlan plan() {
    StreamVariant how = StreamVariant.of(variant);
    if (how == null) {
      throw Problem.usage("--variant " + variant + " is none of " + StreamVariant.NAMES);
    }
    Map<ResourceType, List<String>> names = new TreeMap<>();
    for (String text : subscriptions) {
      Asked asked = Asked.parse(text);
      names.computeIfAbsent(asked.type(), type -> new ArrayList<>()).add(asked.name());
    }
    Node given = node.node();
    Node named = given.getId().isEmpty() ? given.toBuilder().setId("load-{n}").build() : given;
    int shared = connections > 0 ? connections : 1 + (clients - 1) / CLIENTS_PER_CONNECTION;
    try {
      return new LoadPlan(
          server.grpc(how),
          clients,
          Math.min(shared, clients),
          rate,
          named,
          names,
          reconnectEvery,
          storm,
          new LoadPlan.Slowness(stuck, slow, slowBy));
    } catch (IllegalArgumentException e) {
      throw Problem.usage(String.valueOf(e.getMessage()));
    }
  }
}
