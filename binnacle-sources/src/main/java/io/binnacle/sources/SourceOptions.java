package io.binnacle.sources;

import io.binnacle.core.validate.Validator;
import io.binnacle.text.decode.StructContents;
import io.binnacle.text.types.TypeCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * How a directory is read.
 *
 * @param types the types of resources, with the user's own (G-7)
 * @param environment what {@code ${env...}} stands for
 * @param quietTime how long nothing must change before it is read again, so that many changes are
 *     one publish (G-5)
 * @param rescan how often it is looked at without a notice of a change
 * @param validator what resources must be like before they are served (V-1)
 * @param movesOnly whether a file counts only when it was moved into place, or when a symbolic link
 *     leads to another one, and never when it was written where it is (G-5)
 */
public record SourceOptions(
    TypeCatalog types,
    Map<String, String> environment,
    Duration quietTime,
    Duration rescan,
    Validator validator,
    boolean movesOnly) {

  public SourceOptions {
    environment = Map.copyOf(environment);
    if (quietTime.isNegative() || rescan.isNegative() || rescan.isZero()) {
      throw new IllegalArgumentException("times must be positive: " + quietTime + ", " + rescan);
    }
  }

  /** The types of the Envoy API, no environment, 100 ms, 5 s. */
  public static SourceOptions defaults() {
    return new SourceOptions(
        TypeCatalog.newest(),
        Map.of(),
        Duration.ofMillis(100),
        Duration.ofSeconds(5),
        validator(TypeCatalog.newest()),
        false);
  }

  private static Validator validator(TypeCatalog types) {
    return Validator.builder(Instant::now).types(types).structs(new StructContents(types)).build();
  }

  /** Other types, and a validator that knows them. */
  public SourceOptions withTypes(TypeCatalog other) {
    Validator knowing = validator(other);
    return new SourceOptions(other, environment, quietTime, rescan, knowing, movesOnly);
  }

  /** Another validator, which has to know the types. */
  public SourceOptions withValidator(Validator other) {
    return new SourceOptions(types, environment, quietTime, rescan, other, movesOnly);
  }

  public SourceOptions withEnvironment(Map<String, String> other) {
    return new SourceOptions(types, other, quietTime, rescan, validator, movesOnly);
  }

  public SourceOptions withQuietTime(Duration other) {
    return new SourceOptions(types, environment, other, rescan, validator, movesOnly);
  }

  public SourceOptions withRescan(Duration other) {
    return new SourceOptions(types, environment, quietTime, other, validator, movesOnly);
  }

  public SourceOptions withMovesOnly(boolean other) {
    return new SourceOptions(types, environment, quietTime, rescan, validator, other);
  }
}
