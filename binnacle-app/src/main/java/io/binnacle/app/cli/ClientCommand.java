package io.binnacle.app.cli;

import com.google.protobuf.Any;
import io.binnacle.app.cli.option.Asked;
import io.binnacle.app.cli.option.NodeOptions;
import io.binnacle.app.cli.option.ServerOptions;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import io.binnacle.client.ResourceKind;
import io.binnacle.client.XdsClient;
import io.binnacle.client.XdsClientBuilder;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.config.TlsFiles;
import io.binnacle.client.config.XdsSource;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.resource.ResourceType;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle client}: an xDS client that prints what comes (CL-1). */
@Command(
    name = "client",
    description = {
      "Subscribe to a management server, any that speaks xDS, and print what comes, until Ctrl-C."
          + " Secrets are redacted."
    },
    footer = {
      "%nExamples:",
      "  binnacle client 127.0.0.1:18000 --node edge-1",
      "  binnacle client 127.0.0.1:18000 --node edge-1 --once -o yaml cds/backend eds/backend",
      "  binnacle client 127.0.0.1:18000 --node edge-1 --variant ads-sotw --nack 'back.*' -v cds"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "  0:all was answered (--once), or it was told to end",
      "  1:something was not answered in time (--once)",
      " 69:the server cannot be reached (--once)"
    })
final class ClientCommand implements Callable<Integer> {

  private static final String REST = "rest";

  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      index = "1..*",
      paramLabel = "TYPE[/NAME]",
      description = {
        "What to subscribe to: cds, lds, eds, rds, srds, vhds, leds, sds, rtds, ecds, or the full name"
            + " of a message; without a name everything of the type. Default: cds and lds."
      })
  private List<String> subscriptions = List.of("cds", "lds");

  @Mixin private NodeOptions node = new NodeOptions();

  @Option(
      names = "--variant",
      paramLabel = "VARIANT",
      description = "ads-delta (default), ads-sotw, delta, sotw (a stream per type), or rest.")
  private String variant = StreamVariant.ADS_DELTA.toString();

  @Option(names = "--once", description = "End when everything was answered once.")
  private boolean once;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "How long --once waits; default 20s.")
  private Duration within = Duration.ofSeconds(20);

  @Option(
      names = "--nack",
      paramLabel = "REGEX",
      description = "Refuse resources with such names, to see what the server does about it.")
  private @Nullable Pattern nack;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print streams, requests and responses to standard error.")
  private boolean verbose;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (a line for each event, default) or yaml (with the content).")
  private String format = "table";

  ClientCommand(StopSignal stop) {
    this.stop = stop;
  }

  @Override
  public Integer call() {
    if (!format.equals("table") && !format.equals("yaml")) {
      throw Problem.usage("-o " + format + " is none of table, yaml");
    }
    Set<Asked> asked = new LinkedHashSet<>();
    subscriptions.forEach(text -> asked.add(Asked.parse(text)));
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ClientOutput output = new ClientOutput(out, err, format.equals("yaml"), asked);
    ExecutorService watchers = Executors.newSingleThreadExecutor();
    XdsClientBuilder builder =
        XdsClient.builder().server(source()).node(node.node()).watcherExecutor(watchers);
    if (verbose) {
      builder.listener(output::wire);
    }
    stop.heed();
    try (XdsClient client = started(builder)) {
      Map<ResourceType, ResourceKind<Any>> kinds = new HashMap<>();
      client.together(
          () ->
              asked.forEach(
                  one ->
                      client.watch(
                          kinds.computeIfAbsent(one.type(), this::kind),
                          one.name(),
                          event -> output.event(one, event))));
      if (!once) {
        stop.await();
        return ExitCode.FINE.number();
      }
      ExitCode code = output.awaitAnswers(within, stop);
      // what came with the last answer is printed too
      client.resources().thenRunAsync(() -> {}, watchers).join();
      return code.number();
    } finally {
      watchers.shutdown();
    }
  }

  /** Certificates that cannot be used show now. */
  private static XdsClient started(XdsClientBuilder builder) {
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw Problem.usage(String.valueOf(e.getMessage()));
    }
  }

  private ResourceKind<Any> kind(ResourceType type) {
    return ResourceKind.of(
        type,
        (name, packed) -> {
          if (nack != null && nack.matcher(name).matches()) {
            throw new InvalidResourceException("refused by --nack " + nack);
          }
          return packed;
        });
  }

  private XdsSource source() {
    if (variant.equals(REST)) {
      TlsFiles tls = server.tls();
      RestSource rest = RestSource.of((tls == null ? "http://" : "https://") + server.address());
      return tls == null ? rest : rest.withTls(tls);
    }
    StreamVariant streams = StreamVariant.of(variant);
    if (streams == null) {
      throw Problem.usage(
          "--variant " + variant + " is none of " + StreamVariant.NAMES + ", " + REST);
    }
    return server.grpc(streams);
  }
}
