package io.binnacle.app.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.binnacle.text.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code -o} of {@code validate}: findings for people, for programs, and for code hosts. */
public final class FindingsOption {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Where findings go; table is text too. */
  enum Format {
    text,
    table,
    json,
    yaml,
    sarif
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "How findings are printed: text, json, yaml, or sarif (SARIF 2.1.0).")
  private Format format = Format.text;

  /** The findings as text that ends in a line feed, or nothing. */
  public String render(List<Finding> findings) {
    return switch (format) {
      case text, table -> lines(findings);
      case json -> json(facts(findings));
      case yaml -> Yaml.of(facts(findings));
      case sarif -> json(Sarif.of(findings));
    };
  }

  private static String lines(List<Finding> findings) {
    StringBuilder out = new StringBuilder();
    findings.forEach(finding -> out.append(finding).append('\n'));
    return out.toString();
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a value of our own", e);
    }
  }

  private static List<Map<String, Object>> facts(List<Finding> findings) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("rule", finding.rule());
      facts.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
      facts.put("file", finding.position().file());
      if (finding.position().isInText()) {
        facts.put("line", finding.position().line());
        facts.put("column", finding.position().column());
      }
      facts.put("resource", finding.resource());
      facts.put("field", finding.fieldPath());
      facts.put("message", finding.message());
      all.add(facts);
    }
    return all;
  }
}
