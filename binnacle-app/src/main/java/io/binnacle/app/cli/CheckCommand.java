package io.binnacle.app.cli;

import io.binnacle.app.check.CheckReport;
import io.binnacle.app.check.CheckRun;
import io.binnacle.app.check.CommandSink;
import io.binnacle.app.check.ContentSink;
import io.binnacle.app.check.FileSink;
import io.binnacle.app.check.Timing;
import io.binnacle.app.cli.option.NodeOptions;
import io.binnacle.app.cli.option.ServerOptions;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.cli.output.Progress;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code binnacle check}: which rules of the protocol a server keeps (CL-1). */
@Command(
    name = "check",
    description = {
      "Check a management server, any that speaks xDS, against the rules of the protocol that can be"
          + " seen from outside. Prints which hold, and what was said where one is broken."
    },
    footer = {
      "%nExamples:",
      "  binnacle check 127.0.0.1:18000 --node edge-1",
      "  binnacle check 127.0.0.1:18000 --files conf",
      "  binnacle check 127.0.0.1:18000 --adapter ./put-into-my-server.sh --rules 'S-*'"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "  0:no rule is broken",
      "  1:a rule is broken",
      " 69:the server cannot be reached, or gets no content"
    })
final class CheckCommand implements Callable<Integer> {

  private static final String NODE = "binnacle-check";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private NodeOptions node = new NodeOptions();

  @Option(
      names = "--variant",
      paramLabel = "VARIANT",
      split = ",",
      description = "ads-delta, ads-sotw, delta, sotw; default: all four.")
  private List<String> variants = List.of();

  @Option(
      names = "--rules",
      paramLabel = "RULE",
      split = ",",
      description = "Only these rules; * stands for anything, such as S-*.")
  private List<String> rules = List.of("*");

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description =
          "The directory that the server serves, with binnacle serve: a file of our own is put there"
              + " and changed, for the cases that need it.")
  private @Nullable Path files;

  @Option(
      names = "--adapter",
      paramLabel = "CMD",
      description =
          "For the same with any other server: run with a file as argument, it puts what is in there"
              + " into the server.")
  private @Nullable String adapter;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "How long an answer may take. Default 5s.")
  private Duration within = Duration.ofSeconds(5);

  @Option(
      names = "--quiet",
      paramLabel = "TIME",
      description = "How long nothing may come for silence to count. Default 500ms.")
  private Duration quiet = Duration.ofMillis(500);

  @Option(
      names = "--strict",
      description = "Rules that are stricter than the text of the protocol count too.")
  private boolean strict;

  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    Progress progress = new Progress(spec.commandLine().getErr(), System::nanoTime);
    Node given = node.node();
    Node self = given.getId().isEmpty() ? given.toBuilder().setId(NODE).build() : given;
    Predicate<String> wanted = wantedRules();
    List<StreamVariant> ways = wantedVariants();
    try (CheckRun run =
        new CheckRun(
            server.grpc(StreamVariant.ADS_SOTW), self, timing(), sink(self.getId()), progress)) {
      CheckReport report = run.run(ways, wanted, strict);
      spec.commandLine().getOut().print(output.render(report, report::table));
      spec.commandLine().getOut().flush();
      boolean fine = report.count(CheckReport.Verdict.BROKEN) == 0;
      return (fine ? ExitCode.FINE : ExitCode.FAILED).number();
    } catch (IOException e) {
      throw new Problem(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw Problem.usage(String.valueOf(e.getMessage()));
    }
  }

  private Timing timing() {
    if (quiet.compareTo(within) > 0) {
      throw Problem.usage("--quiet is longer than --within, so that nothing could be answered");
    }
    return new Timing(within, quiet);
  }

  private @Nullable ContentSink sink(String nodeId) throws IOException {
    if (files != null && adapter != null) {
      throw Problem.usage("--files and --adapter exclude each other");
    }
    if (files != null && !Files.isDirectory(files)) {
      throw Problem.usage("--files " + files + " is no directory");
    }
    if (files != null) {
      return new FileSink(files, nodeId);
    }
    return adapter == null ? null : new CommandSink(adapter);
  }

  private List<StreamVariant> wantedVariants() {
    if (variants.isEmpty()) {
      return List.of(StreamVariant.values());
    }
    List<StreamVariant> wanted = new ArrayList<>();
    for (String text : variants) {
      StreamVariant variant = StreamVariant.of(text);
      if (variant == null) {
        throw Problem.usage("--variant " + text + " is none of " + StreamVariant.NAMES);
      }
      wanted.add(variant);
    }
    return wanted;
  }

  private Predicate<String> wantedRules() {
    String any =
        rules.stream()
            .map(rule -> Pattern.quote(rule).replace("*", "\\E.*\\Q"))
            .collect(Collectors.joining("|"));
    Predicate<String> wanted = Pattern.compile(any).asMatchPredicate();
    if (CheckRun.rules().stream().noneMatch(wanted)) {
      throw Problem.usage(
          "--rules "
              + String.join(",", rules)
              + " names none of "
              + String.join(", ", CheckRun.rules()));
    }
    return wanted;
  }
}
