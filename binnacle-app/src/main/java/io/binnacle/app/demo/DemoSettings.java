package io.binnacle.app.demo;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the demo is to run.
 *
 * @param directory of the groups that it serves
 * @param environment of this process
 * @param home the checkout; null when the program runs without one
 * @param withEnvoy whether to look for an Envoy, and to install one where there is none
 */
public record DemoSettings(
    Path directory, Map<String, String> environment, @Nullable Path home, boolean withEnvoy) {

  public DemoSettings {
    environment = Map.copyOf(environment);
  }
}
