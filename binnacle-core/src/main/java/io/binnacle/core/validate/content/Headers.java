package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.List;
import java.util.Locale;

/**
 * Headers that Envoy lets nobody add or remove: {@code host} and those that begin with a colon.
 * Rewrites have fields of their own for that. (The filter {@code header_mutation} may remove them.)
 */
public final class Headers {

  private static final List<String> REMOVALS =
      List.of("request_headers_to_remove", "response_headers_to_remove");

  private Headers() {}

  /** A {@code HeaderValueOption}. */
  public static void added(Message option, FieldPath path, Constraints.Sink sink) {
    Message header = new Fields(option).message("header");
    String name = header == null ? "" : new Fields(header).text("key");
    if (isFixed(name)) {
      sink.broken(
          path.field("header").field("key"),
          "Envoy lets nobody add '" + name + "' or change it as a header" + instead(name));
    }
  }

  /** A message with lists of headers to remove. */
  public static void removed(Message message, FieldPath path, Constraints.Sink sink) {
    for (String list : REMOVALS) {
      int index = 0;
      for (String name : new Fields(message).texts(list)) {
        if (isFixed(name)) {
          sink.broken(path.field(list).item(index), "Envoy lets nobody remove '" + name + "'");
        }
        index++;
      }
    }
  }

  private static boolean isFixed(String name) {
    return name.startsWith(":") || name.toLowerCase(Locale.ROOT).equals("host");
  }

  private static String instead(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "host", ":authority" -> "; there is host_rewrite_literal of a route";
      case ":path" -> "; there are prefix_rewrite and regex_rewrite of a route";
      default -> "";
    };
  }
}
