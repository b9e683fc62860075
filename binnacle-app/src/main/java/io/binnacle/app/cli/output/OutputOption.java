package io.binnacle.app.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code -o}: one way to give results to people, and two to programs (CL-2). */
public final class OutputOption {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Where a command's result goes. */
  public enum Format {
    table,
    json,
    yaml
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "How the result is printed: ${COMPLETION-CANDIDATES}.")
  private @Nullable Format format;

  public Format formatOr(Format usual) {
    return format == null ? usual : format;
  }

  /** The result as text that ends in a line feed. */
  public String render(Object value, Supplier<String> table) {
    return switch (formatOr(Format.table)) {
      case table -> table.get();
      case json -> json(value) + "\n";
      case yaml -> Yaml.of(value);
    };
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a value of our own", e);
    }
  }
}
