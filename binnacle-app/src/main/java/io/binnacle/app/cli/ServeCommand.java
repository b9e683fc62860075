package io.binnacle.app.cli;

import io.binnacle.app.cli.option.LogOptions;
import io.binnacle.app.cli.option.ServeOptions;
import io.binnacle.app.log.SourceLog;
import io.binnacle.app.log.UnservedLog;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.process.StopSignal;
import io.binnacle.app.serve.ControlPlane;
import io.binnacle.app.serve.ServeSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle serve}: the control plane, until it is asked to end. */
@Command(
    name = "serve",
    description = {
      "Serve a directory of groups to Envoy and gRPC clients.",
      "Every flag is also a variable, --quiet-time is BINNACLE_QUIET_TIME, and a key of the file"
          + " of --config."
    },
    footer = {
      "%nExamples:",
      "  binnacle serve conf",
      "  binnacle serve conf --listen 0.0.0.0:18000 --tls-cert xds.pem --tls-key xds.key"
    })
final class ServeCommand implements Callable<Integer> {

  private final Map<String, String> environment;
  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The directory; it is watched.")
  private Path directory = Path.of("");

  /** Read before the command line is (see Binnacle), so that it can give flags their values. */
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Flags from a YAML or JSON file; variables and the command line win.")
  void config(Path file) {}

  @Option(
      names = "--ready-file",
      paramLabel = "FILE",
      description = "Where to write the line 'ready ...' too.")
  private @Nullable Path readyFile;

  @Mixin private ServeOptions options = new ServeOptions();
  @Mixin private LogOptions logs = new LogOptions();

  ServeCommand(Map<String, String> environment, StopSignal stop) {
    this.environment = environment;
    this.stop = stop;
  }

  @Override
  public Integer call() {
    logs.apply();
    stop.heed();
    ServeSettings settings = options.settings(directory, environment);
    try (ControlPlane controlPlane =
        ControlPlane.start(settings, List.of(new UnservedLog()), new SourceLog())) {
      String ready = "ready xds=" + controlPlane.xds() + " admin=" + controlPlane.admin();
      if (readyFile != null) {
        ReadyFile.write(readyFile, ready);
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(ready);
      out.flush();
      stop.await();
    }
    return ExitCode.FINE.number();
  }
}
