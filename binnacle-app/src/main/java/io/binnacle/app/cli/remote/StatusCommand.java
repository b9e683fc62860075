package io.binnacle.app.cli.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.binnacle.app.cli.option.RemoteOptions;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.remote.AdminClient;
import io.binnacle.app.remote.StatusTable;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle status}: how the clients of a server stand (CL-4). */
@Command(
    name = "status",
    description = {
      "Show how the clients of a running server stand: a column for each type, and below a client"
          + " what it refused, with its text and where that resource comes from."
    },
    footer = {
      "%nExamples:",
      "  binnacle status",
      "  binnacle status edge-1 --server 10.0.0.7:18001",
      "  binnacle status --state nacked -o json"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:shown", " 1:there is no such client", "69:the server cannot be reached"})
public final class StatusCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..1", paramLabel = "NODE", description = "Only the client with this id.")
  private @Nullable String node;

  @Option(names = "--group", paramLabel = "NAME", description = "Only clients of this group.")
  private @Nullable String group;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only clients in this state: SYNCED, STALE, NOT_SENT, NACKED, DISCONNECTED.")
  private @Nullable String state;

  @Option(names = "--wide", description = "Show the version that a client has, by type.")
  private boolean wide;

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    Map<String, String> query = new TreeMap<>();
    put(query, "id", node);
    put(query, "group", group);
    put(query, "state", state);
    ArrayNode nodes;
    try (AdminClient client = remote.client()) {
      nodes = client.list("nodes", "nodes", query);
    }
    if (nodes.isEmpty() && node != null) {
      throw new Problem(
          ExitCode.FAILED,
          "no client '" + node + "' is connected or left within the last 10 minutes");
    }
    spec.commandLine().getOut().print(output.render(nodes, () -> new StatusTable(wide).of(nodes)));
    return ExitCode.FINE.number();
  }

  private static void put(Map<String, String> query, String key, @Nullable String value) {
    if (value != null) {
      query.put(key, value);
    }
  }
}
