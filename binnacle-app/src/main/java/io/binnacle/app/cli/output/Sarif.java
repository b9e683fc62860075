package io.binnacle.app.cli.output;

import io.binnacle.app.process.Version;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.text.Finding;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings in the form that code hosts show beside a change: SARIF 2.1.0. Stateless. */
final class Sarif {

  private Sarif() {}

  static Map<String, Object> of(List<Finding> findings) {
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "binnacle");
    driver.put("version", Version.TEXT);
    driver.put("rules", rules(findings));
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver));
    run.put("columnKind", "unicodeCodePoints");
    List<Map<String, Object>> results = new ArrayList<>();
    findings.forEach(finding -> results.add(result(finding)));
    run.put("results", results);
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("version", "2.1.0");
    log.put("runs", List.of(run));
    return log;
  }

  /** Those that were broken; a check of an application's own describes itself. */
  private static List<Map<String, Object>> rules(List<Finding> findings) {
    Set<String> broken = findings.stream().map(Finding::rule).collect(Collectors.toSet());
    List<Map<String, Object>> rules = new ArrayList<>();
    for (IssueKind kind : IssueKind.values()) {
      if (broken.contains(kind.id())) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("id", kind.id());
        rule.put("shortDescription", Map.of("text", kind.meaning()));
        rules.add(rule);
      }
    }
    return rules;
  }

  private static Map<String, Object> result(Finding finding) {
    Map<String, Object> physical = new LinkedHashMap<>();
    physical.put("artifactLocation", Map.of("uri", uri(finding.position().file())));
    if (finding.position().isInText()) {
      Map<String, Object> region = new LinkedHashMap<>();
      region.put("startLine", finding.position().line());
      region.put("startColumn", finding.position().column());
      physical.put("region", region);
    }
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("physicalLocation", physical);
    String name = name(finding);
    if (!name.isEmpty()) {
      location.put("logicalLocations", List.of(Map.of("fullyQualifiedName", name)));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", finding.rule());
    result.put("level", finding.severity() == Severity.ERROR ? "error" : "warning");
    String message = finding.message();
    result.put("message", Map.of("text", name.isEmpty() ? message : name + ": " + message));
    result.put("locations", List.of(location));
    return result;
  }

  private static String name(Finding finding) {
    return finding.fieldPath().isEmpty()
        ? finding.resource()
        : finding.resource().isEmpty()
            ? finding.fieldPath()
            : finding.resource() + ": " + finding.fieldPath();
  }

  private static String uri(String file) {
    String path = file.replace('\\', '/');
    try {
      return new URI(null, null, path, null).getRawPath();
    } catch (URISyntaxException e) {
      return path;
    }
  }
}
