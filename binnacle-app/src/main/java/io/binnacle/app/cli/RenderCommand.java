package io.binnacle.app.cli;

import io.binnacle.app.cli.option.DescriptorsOption;
import io.binnacle.app.cli.option.GivenNode;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.config.Types;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.render.SnapshotText;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.sources.load.Rendering;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle render}: what a node would get. */
@Command(
    name = "render",
    description = {
      "Print what a node would get from a directory of groups: its group, with everything that the"
          + " group includes, and every variable replaced. Secrets are redacted."
    },
    footer = {
      "%nExamples:",
      "  binnacle render conf --node edge-1 --metadata region=eu-1",
      "  binnacle render conf --node-file envoy.yaml -o table"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:printed", " 1:no group is for this node", "65:its group cannot be used"})
final class RenderCommand implements Callable<Integer> {

  private final Map<String, String> environment;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "PATH", description = "The directory or file.")
  private Path path = Path.of("");

  @Mixin private GivenNode givenNode = new GivenNode();

  @Mixin private DescriptorsOption descriptors = new DescriptorsOption();

  @Mixin private OutputOption output = new OutputOption();

  RenderCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    TypeCatalog types = Types.with(descriptors.files());
    Node node = givenNode.node(types);
    LoadedConfiguration read =
        DirectorySource.read(
            path, SourceOptions.defaults().withTypes(types).withEnvironment(environment));
    PrintWriter err = spec.commandLine().getErr();
    // What is wrong elsewhere does not stop it, as it does not stop the server.
    read.findings().forEach(err::println);
    Rendering rendering = read.render(node);
    if (rendering instanceof Rendering.Served served) {
      print(new SnapshotText(served.group(), served.snapshot(), types));
      return ExitCode.FINE.number();
    }
    if (rendering instanceof Rendering.Unfit unfit) {
      throw Problem.badData(unfit.findings());
    }
    throw notServed(rendering, read);
  }

  private void print(SnapshotText text) {
    spec.commandLine()
        .getOut()
        .print(
            switch (output.formatOr(OutputOption.Format.yaml)) {
              case table -> text.table();
              case json -> text.json();
              case yaml -> text.yaml();
            });
  }

  /** Why a node is given nothing. */
  static Problem notServed(Rendering rendering, LoadedConfiguration read) {
    if (read.groups().isEmpty() && read.hasErrors()) {
      return new Problem(ExitCode.BAD_DATA, "no group could be loaded, see above");
    }
    if (rendering instanceof Rendering.NotServed not
        && not.assignment() instanceof NodeAssignment.Held held) {
      return new Problem(ExitCode.BAD_DATA, "the node is held without answers: " + held.reason());
    }
    return new Problem(
        ExitCode.FAILED,
        "no group is for this node; there are "
            + String.join(", ", read.groups().keySet())
            + " (a group without 'nodes' is for all that no other group is for)");
  }
}
