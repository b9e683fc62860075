package io.binnacle.app.verdicts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.binnacle.app.verdicts.Verdict.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Compares our verdicts with those of an Envoy over the corpus, the faults that people make, and
 * edits at random places. {@code tools/verdicts} runs it.
 */
public final class Verdicts {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** What a run of the tool covers: {@code each} random edits of every document. */
  record Extent(int each, long seed) {}

  private Verdicts() {}

  /**
   * Prints a table, and writes all verdicts as JSON.
   *
   * @param arguments the Envoy, the corpus, how many random edits of each document, a seed, and
   *     where the JSON goes
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("binnacle-verdicts-");
    List<Verdict> verdicts =
        of(
            Path.of(arguments[1]),
            new Extent(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3])),
            new Judges(Path.of(arguments[0]), directory));
    print(verdicts, System.out);
    JSON.writeValue(Path.of(arguments[4]).toFile(), facts(verdicts));
  }

  static List<Verdict> of(Path corpus, Extent extent, Judges judges)
      throws IOException, InterruptedException {
    List<Document> documents = documents(corpus);
    List<Mutant> mutants = new ArrayList<>();
    documents.forEach(document -> mutants.add(new Mutant("as it is", document)));
    mutants.addAll(Faults.of(corpus));
    mutants.addAll(RandomEdits.of(documents, extent.each(), extent.seed()));
    List<Verdict> verdicts = new ArrayList<>();
    for (Mutant mutant : mutants) {
      verdicts.add(judges.judge(mutant));
    }
    return verdicts;
  }

  static List<Document> documents(Path corpus) throws IOException {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> files = Files.list(corpus)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        try {
          documents.add(Document.read(file));
        } catch (YAMLException e) {
          // YAML as only Envoy reads it has tests of its own, and cannot be edited here
        }
      }
    }
    return documents;
  }

  static Map<Kind, Integer> counts(List<Verdict> verdicts) {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      counts.put(kind, 0);
    }
    verdicts.forEach(verdict -> counts.merge(verdict.kind(), 1, Integer::sum));
    return counts;
  }

  static void print(List<Verdict> verdicts, PrintStream out) {
    for (Kind kind : List.of(Kind.FALSE_ACCEPT, Kind.FALSE_REFUSAL)) {
      for (Verdict verdict : verdicts) {
        if (verdict.kind() == kind) {
          String said = kind == Kind.FALSE_ACCEPT ? verdict.envoys() : verdict.ours();
          out.printf("%s  %s  %s%n    %s%n", kind, verdict.document(), verdict.edit(), said);
        }
      }
    }
    out.printf("%6d verdicts%n", verdicts.size());
    counts(verdicts).forEach((kind, count) -> out.printf("%6d %s%n", count, kind.text()));
  }

  private static List<Map<String, Object>> facts(List<Verdict> verdicts) {
    List<Map<String, Object>> facts = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      Map<String, Object> fact = new LinkedHashMap<>();
      fact.put("document", verdict.document());
      fact.put("edit", verdict.edit());
      fact.put("kind", verdict.kind().name());
      fact.put("ours", verdict.ours());
      fact.put("envoy", verdict.envoys());
      facts.add(fact);
    }
    return facts;
  }
}
