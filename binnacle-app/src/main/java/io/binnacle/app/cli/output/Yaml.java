package io.binnacle.app.cli.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlWriter;

/** Values of our own as YAML. */
final class Yaml {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Yaml() {}

  /** One document of records, maps, lists and plain values; ends in a line feed. */
  static String of(Object value) {
    // JSON is YAML; reading it gives the tree, whose writer knows which strings need quotes.
    String json = MAPPER.valueToTree(value).toString();
    return YamlWriter.write(SourceText.parse("value.json", json, new Findings()).get(0));
  }
}
