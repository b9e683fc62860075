package io.binnacle.sources;

import io.binnacle.text.types.TypeCatalog;
import java.time.Duration;
import java.util.Map;

/**
 * How a directory is read.
 *
 * @param types the types of resources, with the user's own (G-7)
 * @param environment what {@code ${env...}} stands for
 * @param quietTime how long nothing must change before it is read again, so that many changes are
 *     one publish (G-5)
 * @param rescan how often it is looked at without being told of a change
 */
public record SourceOptions(
    TypeCatalog types, Map<String, String> environment, Duration quietTime, Duration rescan) {

  public SourceOptions {
    environment = Map.copyOf(environment);
    if (quietTime.isNegative() || rescan.isNegative() || rescan.isZero()) {
      throw new IllegalArgumentException("times must be positive: " + quietTime + ", " + rescan);
    }
  }

  /** The types of the Envoy API, no environment, 100 ms, 5 s. */
  public static SourceOptions defaults() {
    return new SourceOptions(
        TypeCatalog.generated(), Map.of(), Duration.ofMillis(100), Duration.ofSeconds(5));
  }

  public SourceOptions withTypes(TypeCatalog other) {
    return new SourceOptions(other, environment, quietTime, rescan);
  }

  public SourceOptions withEnvironment(Map<String, String> other) {
    return new SourceOptions(types, other, quietTime, rescan);
  }

  public SourceOptions withQuietTime(Duration other) {
    return new SourceOptions(types, environment, other, rescan);
  }

  public SourceOptions withRescan(Duration other) {
    return new SourceOptions(types, environment, quietTime, other);
  }
}
