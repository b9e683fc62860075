package io.binnacle.app.remote;

import com.fasterxml.jackson.databind.JsonNode;

/** What a client is to have, as an indented tree for people (AP-3). Used once, by one thread. */
public final class TreeText {

  private static final int SHORT_VERSION = 8;

  private final StringBuilder out = new StringBuilder();

  /** The trees that {@code /api/v1/tree} gives. */
  public String of(Iterable<JsonNode> trees) {
    for (JsonNode tree : trees) {
      String group = tree.path("group").asText();
      out.append(tree.path("node").asText())
          .append(group.isEmpty() ? ", no group" : ", group " + group)
          .append(": ")
          .append(tree.path("state").asText());
      String held = tree.path("heldReason").asText();
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
    String version = item.path("version").asText();
    out.append(item.path("type").asText()).append(' ').append(item.path("name").asText());
    if (item.path("repeated").asBoolean()) {
      out.append(" (above)\n");
      return;
    }
    if (!version.isEmpty()) {
      out.append(' ').append(version, 0, Math.min(SHORT_VERSION, version.length()));
    }
    out.append(' ').append(item.path("state").asText());
    String detail = item.path("detail").asText();
    if (!detail.isEmpty()) {
      out.append(": ").append(detail.replaceAll("\\p{Cntrl}+", " ").strip());
    }
    if (item.path("state").asText().equals("REFUSED") && item.has("file")) {
      out.append(" (")
          .append(item.path("file").asText())
          .append(':')
          .append(item.path("line").asInt())
          .append(')');
    }
    out.append('\n');
  }

  private void leaving(JsonNode items) {
    for (JsonNode item : items) {
      out.append("   ")
          .append(item.path("type").asText())
          .append(' ')
          .append(item.path("name").asText())
          .append(": ")
          .append(item.path("detail").asText())
          .append('\n');
    }
  }
}
