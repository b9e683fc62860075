package io.binnacle.app.cli.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.binnacle.app.cli.option.RemoteOptions;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.remote.AdminClient;
import io.binnacle.app.remote.TreeText;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle tree}: what a client is to have, and how it stands with each resource. */
@Command(
    name = "tree",
    description = {
      "Show what a client of a running server is to have: listeners, their routes, their clusters,"
          + " their endpoints, with what is missing, refused or held back in its place."
    },
    footer = {
      "%nExamples:",
      "  binnacle tree edge-1",
      "  binnacle tree edge-1 --server https://10.0.0.7:18001 --ca ca.pem -o json"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:shown", " 1:there is no such client", "69:the server cannot be reached"})
public final class TreeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "NODE", description = "The client's id.")
  private String node = "";

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    ArrayNode trees;
    try (AdminClient client = remote.client()) {
      trees = client.list("tree", "trees", Map.of("node", node));
    }
    spec.commandLine().getOut().print(output.render(trees, () -> new TreeText().of(trees)));
    return ExitCode.FINE.number();
  }
}
