package io.binnacle.app.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Edits that people make, from {@code faults.yml} of the corpus; most are mistakes, and what an
 * Envoy says of each is not written down: it is asked. {@code L} in a place is the first listener,
 * {@code HCM} the configuration of its first filter, {@code C} the first cluster.
 */
final class Faults {

  private Faults() {}

  static List<Mutant> of(Path corpus) throws IOException {
    List<Mutant> mutants = new ArrayList<>();
    for (JsonNode fault : list(corpus)) {
      mutants.add(mutant(corpus, fault));
    }
    return mutants;
  }

  /** Those for which the list says which check finds them. */
  static Map<Mutant, String> rules(Path corpus) throws IOException {
    Map<Mutant, String> rules = new LinkedHashMap<>();
    for (JsonNode fault : list(corpus)) {
      if (fault.has("rule")) {
        rules.put(mutant(corpus, fault), fault.get("rule").asText());
      }
    }
    return rules;
  }

  private static JsonNode list(Path corpus) throws IOException {
    return Document.tree(Files.readString(corpus.resolve("faults.yml")));
  }

  private static Mutant mutant(Path corpus, JsonNode fault) throws IOException {
    Document document = Document.read(corpus.resolve(fault.get("in").asText() + ".yaml"));
    for (Map.Entry<String, JsonNode> edit : fault.get("edit").properties()) {
      JsonNode value = edit.getValue().isNull() ? null : edit.getValue();
      document = document.with(place(edit.getKey()), value);
    }
    return new Mutant(fault.get("name").asText(), document);
  }

  private static String place(String written) {
    return ("/" + written)
        .replaceFirst("^/HCM", "/L/filter_chains/0/filters/0/typed_config")
        .replaceFirst("^/L(?=/|$)", "/static_resources/listeners/0")
        .replaceFirst("^/C(?=/|$)", "/static_resources/clusters/0");
  }
}
