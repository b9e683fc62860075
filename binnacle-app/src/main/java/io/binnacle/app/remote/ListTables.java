package io.binnacle.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.binnacle.app.render.PlainText;
import io.binnacle.app.render.Table;

/** The lists of the admin API as tables. */
public final class ListTables {

  private ListTables() {}

  /** The clients, as {@code /api/v1/nodes} gives them. */
  public static String nodes(Iterable<JsonNode> nodes) {
    Table table = new Table("NODE", "GROUP", "STATE", "CLIENT");
    for (JsonNode node : nodes) {
      table.row(
          node.path("id").asText(),
          node.path("group").asText(),
          node.path("state").asText(),
          node.path("streams").path(0).path("client").asText());
    }
    return table.toString();
  }

  /** The groups, each with what is wrong with its newest text below it. */
  public static String groups(Iterable<JsonNode> groups) {
    Table table = new Table("GROUP", "STATE", "NODES", "RESOURCES");
    for (JsonNode group : groups) {
      StringBuilder types = new StringBuilder();
      for (JsonNode type : group.path("types")) {
        types
            .append(types.isEmpty() ? "" : ", ")
            .append(type.path("resources").asInt())
            .append(' ')
            .append(type.path("type").asText());
      }
      table.row(
          group.path("name").asText(),
          group.path("state").asText(),
          group.path("nodes").asText(),
          types.toString());
      for (JsonNode finding : group.path("findings")) {
        table.note(
            finding.path("file").asText()
                + ":"
                + finding.path("line").asInt()
                + ":"
                + finding.path("column").asInt()
                + ": "
                + finding.path("message").asText());
      }
    }
    return table.toString();
  }

  /** Published resources, and where each comes from. */
  public static String resources(Iterable<JsonNode> resources) {
    Table table = new Table("GROUP", "TYPE", "NAME", "VERSION", "FROM");
    for (JsonNode resource : resources) {
      table.row(
          resource.path("group").asText(),
          resource.path("type").asText(),
          resource.path("name").asText(),
          PlainText.shortVersion(resource.path("version").asText()),
          resource.has("file")
              ? resource.path("file").asText() + ":" + resource.path("line").asInt()
              : "");
    }
    return table.toString();
  }
}
