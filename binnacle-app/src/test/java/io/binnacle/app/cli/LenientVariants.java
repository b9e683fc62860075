package io.binnacle.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of spellings in {@code lenient/variants.txt}: what an Envoy says of each of them, and
 * what we do.
 */
final class LenientVariants {

  private LenientVariants() {}

  /** What somebody does with a variant. */
  enum Verdict {
    READS,
    /** Reads it, and says what is doubtful. */
    WARNS,
    REFUSES
  }

  /**
   * One line.
   *
   * @param line its number in the file
   * @param kind where the text stands: in a cluster, a listener, ..., or is the file
   */
  record Variant(int line, Verdict envoy, Verdict ours, String kind, String text) {

    boolean isJson() {
      return kind.equals("json");
    }

    /** The whole bootstrap. */
    String bootstrap() {
      return switch (kind) {
        case "yaml", "json" -> text;
        case "cluster" -> CLUSTERS + cluster("a");
        case "listener" -> LISTENERS + "  - name: l\n    filter_chains: [{}]\n" + indented(4);
        case "listeners" -> LISTENERS + indented(2);
        case "hcm" -> LISTENERS + HCM + indented(10);
        case "secret" ->
            "static_resources:\n  secrets:\n  - name: s\n    generic_secret:\n      secret:\n"
                + "        inline_bytes: "
                + text
                + "\n";
        default -> throw new IllegalStateException("line " + line + ": unknown kind " + kind);
      };
    }

    /** The cluster of a variant that is one, as item of a list. */
    String cluster(String name) {
      return "  - name: " + name + "\n" + indented(4);
    }

    private String indented(int depth) {
      StringBuilder out = new StringBuilder();
      for (String part : text.split("\n", -1)) {
        out.append(part.isEmpty() ? "" : " ".repeat(depth)).append(part).append('\n');
      }
      return out.toString();
    }

    @Override
    public String toString() {
      return "line " + line + ": " + kind + ": " + text;
    }
  }

  static final String CLUSTERS = "static_resources:\n  clusters:\n";
  private static final String LISTENERS = "static_resources:\n  listeners:\n";
  private static final String HCM =
      """
        - name: l
          address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
          filter_chains:
          - filters:
            - name: hcm
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: s
                route_config: {name: r}
                http_filters:
                - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
      """;

  static List<Variant> all() throws IOException {
    List<Variant> variants = new ArrayList<>();
    try (InputStream in = LenientVariants.class.getResourceAsStream("/lenient/variants.txt")) {
      String table = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int number = 0;
      for (String line : table.split("\n")) {
        number++;
        if (!line.startsWith("#") && !line.isBlank()) {
          String[] cells = line.split(" \\| ", 4);
          variants.add(
              new Variant(
                  number,
                  Verdict.valueOf(cells[0].strip().toUpperCase(java.util.Locale.ROOT)),
                  Verdict.valueOf(cells[1].strip().toUpperCase(java.util.Locale.ROOT)),
                  cells[2].strip(),
                  unescaped(cells[3])));
        }
      }
    }
    return variants;
  }

  private static String unescaped(String cell) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escape = cell.charAt(++i);
      switch (escape) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 's' -> {}
        case '\\' -> out.append('\\');
        case 'u' -> {
          out.append((char) Integer.parseInt(cell.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> throw new IllegalArgumentException("escape \\" + escape + " in " + cell);
      }
    }
    return out.toString();
  }
}
