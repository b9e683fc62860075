package io.binnacle.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.binnacle.app.render.PlainText;

/** What a client is to have, as an indented tree for people (AP-3). Used once, by one thread. */
public final class TreeText {

  private final StringBuilder out = new StringBuilder();

  /** The trees that {@code /api/v1/tree} gives. */
  public String of(Iterable<JsonNode> trees) {
    for (JsonNode tree : trees) {
      String group = text(tree, "group");
      out.append(text(tree, "node"))
          .append(group.isEmpty() ? ", no group" : ", group " + group)
          .append(": ")
          .append(text(tree, "state"));
      String held = text(tree, "heldReason");
      out.append(held.isEmpty() ? "" : " (" + held + ")").append('\n');
      items(tree.path("roots"), "");
      if (!tree.path("others").isEmpty()) {
        out.append("not used by a listener:\n");
        items(tree.path("others"), "");
      }
      if (!tree.path("leaving").isEmpty()) {
        out.append("removed, and still in use:\n");
        leaving(tree.path("leaving"));
      }
    }
    return out.toString();
  }

  private void items(JsonNode items, String indent) {
    for (int i = 0; i < items.size(); i++) {
      boolean last = i == items.size() - 1;
      JsonNode item = items.get(i);
      out.append(indent).append(last ? "└─ " : "├─ ");
      line(item);
      items(item.path("children"), indent + (last ? "   " : "│  "));
    }
  }

  private void line(JsonNode item) {
    String version = text(item, "version");
    out.append(text(item, "type")).append(' ').append(text(item, "name"));
    if (item.path("repeated").asBoolean()) {
      out.append(" (above)\n");
      return;
    }
    if (!version.isEmpty()) {
      out.append(' ').append(PlainText.shortVersion(version));
    }
    out.append(' ').append(text(item, "state"));
    String detail = text(item, "detail");
    if (!detail.isEmpty()) {
      out.append(": ").append(detail);
    }
    if (text(item, "state").equals("REFUSED") && item.has("file")) {
      out.append(" (")
          .append(text(item, "file"))
          .append(':')
          .append(item.path("line").asInt())
          .append(')');
    }
    out.append('\n');
  }

  private void leaving(JsonNode items) {
    for (JsonNode item : items) {
      out.append("   ")
          .append(text(item, "type"))
          .append(' ')
          .append(text(item, "name"))
          .append(": ")
          .append(text(item, "detail"))
          .append('\n');
    }
  }

  private static String text(JsonNode item, String field) {
    return PlainText.oneLine(item.path(field).asText());
  }
}
