package io.binnacle.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.binnacle.app.render.PlainText;
import io.binnacle.app.render.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How clients stand, as a table: a column for each type that anyone asks for, and below each row
 * what its client refused, with the client's text and where the resource comes from (CL-4).
 */
public final class StatusTable {

  private static final String NOT_ASKED = "-";

  private final boolean wide;
  private final Set<String> types = new TreeSet<>();

  /**
   * @param wide whether the accepted version stands behind each state
   */
  public StatusTable(boolean wide) {
    this.wide = wide;
  }

  /** The table of these nodes, as {@code /api/v1/nodes} gives them. */
  public String of(Iterable<JsonNode> nodes) {
    nodes.forEach(node -> node.path("types").fieldNames().forEachRemaining(types::add));
    List<String> headers = new ArrayList<>(List.of("NODE", "GROUP"));
    headers.addAll(types);
    headers.addAll(List.of("AGE", "CLIENT"));
    Table table = new Table(headers.toArray(new String[0]));
    for (JsonNode node : nodes) {
      List<String> row = new ArrayList<>();
      row.add(quoted(node.path("id").asText()));
      row.add(group(node));
      types.forEach(type -> row.add(cell(node, type)));
      JsonNode stream = node.path("streams").path(0);
      row.add(age(stream));
      row.add(stream.path("client").asText());
      table.row(row.toArray(new String[0]));
      notes(node).forEach(table::note);
    }
    return table.toString();
  }

  private static String quoted(String id) {
    return id.isEmpty() ? "\"\"" : id;
  }

  private static String group(JsonNode node) {
    String group = node.path("group").asText();
    return group.isEmpty() ? "(none)" : group;
  }

  private String cell(JsonNode node, String type) {
    String state = node.path("types").path(type).asText(NOT_ASKED);
    String version = wide ? version(node, type) : "";
    return version.isEmpty() ? state : state + " " + version;
  }

  private static String version(JsonNode node, String type) {
    for (JsonNode stream : node.path("streams")) {
      for (JsonNode each : stream.path("types")) {
        if (each.path("type").asText().equals(type)) {
          return PlainText.shortVersion(each.path("ackedVersion").asText());
        }
      }
    }
    return "";
  }

  private static String age(JsonNode stream) {
    Duration age = Duration.ofSeconds(stream.path("ageSeconds").asLong());
    if (age.toDays() > 0) {
      return age.toDays() + "d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + "h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + "m" : age.toSeconds() + "s";
  }

  private static Set<String> notes(JsonNode node) {
    Set<String> notes = new LinkedHashSet<>();
    String held = node.path("heldReason").asText();
    if (!held.isEmpty()) {
      notes.add("no answer: " + held);
    }
    for (JsonNode stream : node.path("streams")) {
      for (JsonNode type : stream.path("types")) {
        refusals(type, notes);
      }
    }
    return notes;
  }

  private static void refusals(JsonNode type, Set<String> notes) {
    String name = type.path("type").asText();
    JsonNode nack = type.path("nack");
    if (!nack.isMissingNode()) {
      notes.add(name + " refused: " + nack.path("message").asText() + places(nack));
    }
    for (JsonNode alone : type.path("isolated")) {
      notes.add(
          name
              + " waits for a change of "
              + alone.path("name").asText()
              + ", which was refused: "
              + alone.path("message").asText());
    }
  }

  /** Where what was refused comes from, as far as it is few. */
  private static String places(JsonNode nack) {
    List<String> places = new ArrayList<>();
    for (JsonNode suspect : nack.path("suspects")) {
      if (suspect.has("file")) {
        places.add(
            suspect.path("name").asText()
                + " at "
                + suspect.path("file").asText()
                + ":"
                + suspect.path("line").asInt());
      }
    }
    int most = 3;
    String shown = String.join(", ", places.subList(0, Math.min(most, places.size())));
    String more = places.size() > most ? " and " + (places.size() - most) + " more" : "";
    return places.isEmpty() ? "" : " (" + shown + more + ")";
  }
}
