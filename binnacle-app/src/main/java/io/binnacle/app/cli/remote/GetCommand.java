package io.binnacle.app.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.binnacle.app.cli.option.RemoteOptions;
import io.binnacle.app.cli.output.OutputOption;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.remote.AdminClient;
import io.binnacle.app.remote.ListTables;
import java.util.Locale;
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

/** {@code binnacle get}: what a server has published. */
@Command(
    name = "get",
    description = {
      "List what a running server has: 'nodes' (its clients), 'groups', or resources of one type ('listeners', 'routes',"
          + " 'clusters', 'endpoints', 'secrets' or a short name such as 'rtds'), or all"
          + " 'resources'. In JSON and YAML resources are shown whole, with what is sensitive"
          + " redacted."
    },
    footer = {
      "%nExamples:",
      "  binnacle get groups",
      "  binnacle get clusters --node edge-1",
      "  binnacle get routes main --group edge -o yaml"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:shown",
      " 1:there is nothing of this name",
      "69:the server cannot be reached"
    })
public final class GetCommand implements Callable<Integer> {

  private static final Map<String, String> TYPES =
      Map.of(
          "listeners", "LDS",
          "routes", "RDS",
          "clusters", "CDS",
          "endpoints", "EDS",
          "secrets", "SDS",
          "scopes", "SRDS",
          "runtimes", "RTDS");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "KIND", description = "What to list.")
  private String kind = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Only what has this name; * stands for any text.")
  private @Nullable String name;

  @Option(names = "--group", paramLabel = "NAME", description = "Only of this group.")
  private @Nullable String group;

  @Option(names = "--node", paramLabel = "ID", description = "Only what this client is served.")
  private @Nullable String node;

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    ArrayNode items;
    String text;
    if (kind.equals("groups")) {
      items = named("name", list("groups", Map.of()));
      text = output.render(items, () -> ListTables.groups(items));
    } else if (kind.equals("nodes")) {
      items = named("id", list("nodes", Map.of()));
      text = output.render(items, () -> ListTables.nodes(items));
    } else {
      items = list("resources", query());
      text = output.render(items, () -> ListTables.resources(items));
    }
    if (items.isEmpty() && name != null) {
      throw new Problem(ExitCode.FAILED, "there is nothing named '" + name + "' among " + kind);
    }
    spec.commandLine().getOut().print(text);
    return ExitCode.FINE.number();
  }

  private ArrayNode list(String path, Map<String, String> query) {
    try (AdminClient client = remote.client()) {
      return client.list(path, path, query);
    }
  }

  private ArrayNode named(String field, ArrayNode all) {
    ArrayNode items = all.arrayNode();
    for (JsonNode item : all) {
      if (name == null || item.path(field).asText().equals(name)) {
        items.add(item);
      }
    }
    return items;
  }

  private Map<String, String> query() {
    Map<String, String> query = new TreeMap<>();
    if (!kind.equals("resources")) {
      query.put("type", type());
    }
    if (name != null) {
      query.put("name", name);
    }
    if (group != null) {
      query.put("group", group);
    }
    if (node != null) {
      query.put("node", node);
    }
    if (output.formatOr(OutputOption.Format.table) != OutputOption.Format.table) {
      query.put("content", "true");
    }
    return query;
  }

  private String type() {
    String known = TYPES.get(kind);
    if (known == null && !kind.toLowerCase(Locale.ROOT).endsWith("ds")) {
      throw Problem.usage(
          "'"
              + kind
              + "' is nothing that can be listed; there are nodes, groups, resources, listeners, routes,"
              + " clusters, endpoints, secrets, scopes, runtimes, and short names such as vhds");
    }
    return known == null ? kind : known;
  }
}
