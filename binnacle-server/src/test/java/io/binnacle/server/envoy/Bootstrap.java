package io.binnacle.server.envoy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bootstrap of the test resources in {@code envoy/}, with values for its placeholders.
 *
 * @param name of the file, without {@code .yaml}
 * @param values by placeholder; {@code {{xds_port}}} is the placeholder {@code xds_port}
 */
record Bootstrap(String name, Map<String, String> values) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

  Bootstrap {
    values = Map.copyOf(values);
  }

  /** One that serves what {@code directory} holds as {@code lds.json} and {@code cds.json}. */
  static Bootstrap files(Path directory) {
    return new Bootstrap("files", Map.of("dir", directory.toString()));
  }

  /** The text for Envoy. A placeholder without a value is a fault of the test. */
  String text() {
    return PLACEHOLDER.matcher(template()).replaceAll(this::value);
  }

  private String value(MatchResult placeholder) {
    String value = values.get(placeholder.group(1));
    if (value == null) {
      throw new IllegalArgumentException(
          "bootstrap " + name + " needs a value for " + placeholder.group());
    }
    return Matcher.quoteReplacement(value);
  }

  private String template() {
    String resource = "/envoy/" + name + ".yaml";
    try (InputStream in = Bootstrap.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
