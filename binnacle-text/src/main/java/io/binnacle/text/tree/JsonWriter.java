package io.binnacle.text.tree;

import java.util.Iterator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Trees to JSON, indented by two. A plain scalar that is no JSON value becomes a string. Stateless.
 */
public final class JsonWriter {

  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private JsonWriter() {}

  /** One value, ending in a line feed. */
  public static String write(YamlNode root) {
    StringBuilder out = new StringBuilder();
    node(root, "\n", out);
    return out.append('\n').toString();
  }

  private static void node(YamlNode node, String lineStart, StringBuilder out) {
    if (node instanceof YamlScalar scalar) {
      scalar(scalar, out);
    } else if (node instanceof YamlList list) {
      list(list, lineStart, out);
    } else if (node instanceof YamlMap map) {
      map(map, lineStart, out);
    }
  }

  private static void list(YamlList list, String lineStart, StringBuilder out) {
    out.append('[');
    for (Iterator<YamlNode> items = list.items().iterator(); items.hasNext(); ) {
      out.append(lineStart).append("  ");
      node(items.next(), lineStart + "  ", out);
      out.append(items.hasNext() ? "," : lineStart);
    }
    out.append(']');
  }

  private static void map(YamlMap map, String lineStart, StringBuilder out) {
    out.append('{');
    for (Iterator<YamlMap.Entry> entries = map.entries().iterator(); entries.hasNext(); ) {
      YamlMap.Entry entry = entries.next();
      out.append(lineStart).append("  ");
      string(entry.key().text(), out);
      out.append(": ");
      node(entry.value(), lineStart + "  ", out);
      out.append(entries.hasNext() ? "," : lineStart);
    }
    out.append('}');
  }

  private static void scalar(YamlScalar scalar, StringBuilder out) {
    if (scalar.isNull()) {
      out.append("null");
    } else if (scalar.isTrue() || scalar.isFalse()) {
      out.append(scalar.text().toLowerCase(Locale.ROOT));
    } else if (!scalar.quoted() && NUMBER.matcher(scalar.text()).matches()) {
      out.append(scalar.text());
    } else {
      string(scalar.text(), out);
    }
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
