package io.binnacle.app.cli.option;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import io.binnacle.core.message.NearestName;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The file of {@code --config}: YAML or JSON, with the flags' names as keys. Every key must be a
 * flag, and every fault is reported at once.
 */
public final class ConfigFile {

  private ConfigFile() {}

  /** The file that the command line or the environment names; null when neither does. */
  public static @Nullable Path named(String[] arguments, Map<String, String> environment) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith("--config=")) {
        return Path.of(arguments[i].substring("--config=".length()));
      }
      if (arguments[i].equals("--config") && i + 1 < arguments.length) {
        return Path.of(arguments[i + 1]);
      }
    }
    String variable = environment.get(Settings.variable("config"));
    return variable == null || variable.isEmpty() ? null : Path.of(variable);
  }

  /**
   * The values of a file by key.
   *
   * @throws Problem when it cannot be read, or holds anything but flags of the command
   */
  public static Map<String, String> read(Path file, CommandSpec command) {
    Findings findings = new Findings();
    Map<String, String> values = new HashMap<>();
    Set<String> known =
        command.args().stream()
            .map(Settings::key)
            .filter(Objects::nonNull)
            .filter(key -> !key.equals("config"))
            .collect(Collectors.toCollection(TreeSet::new));
    List<YamlNode> documents = SourceText.parse(file.toString(), bytes(file), findings);
    if (documents.size() > 1) {
      findings.error(documents.get(1).position(), "a configuration file is one document");
    }
    if (!documents.isEmpty()) {
      collect(documents.get(0), known, values, findings);
    }
    if (findings.hasErrors()) {
      throw Problem.badData(findings.sorted());
    }
    return values;
  }

  private static void collect(
      YamlNode document, Set<String> known, Map<String, String> values, Findings findings) {
    if (!(document instanceof YamlMap map)) {
      findings.error(
          document.position(), "a configuration file is a map of flags, such as 'listen: ...'");
      return;
    }
    for (YamlMap.Entry entry : map.entries()) {
      String key = entry.key().text();
      if (!known.contains(key)) {
        findings.error(entry.key().position(), unknown(key, known));
      } else if (entry.value() instanceof YamlScalar scalar && !scalar.isNull()) {
        values.put(key, scalar.text());
      } else {
        findings.error(
            entry.value().position(),
            key + " takes one value, and this is " + entry.value().kind());
      }
    }
  }

  private static String unknown(String key, Set<String> known) {
    String near = NearestName.among(known, key);
    return "unknown key '"
        + key
        + "'; "
        + (near == null
            ? "keys are the flags of the command: " + String.join(", ", known)
            : "did you mean '" + near + "'?");
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE, FileProblems.message("cannot read the configuration file", file, e), e);
    }
  }
}
