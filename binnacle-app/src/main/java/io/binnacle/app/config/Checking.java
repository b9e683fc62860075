package io.binnacle.app.config;

import io.binnacle.core.validate.Severity;
import io.binnacle.core.validate.Validator;
import io.binnacle.sources.SourceOptions;
import io.binnacle.text.decode.StructContents;
import io.binnacle.text.types.TypeCatalog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * What resources must be like before they are served (V-1 to V-3, G-7).
 *
 * @param descriptors descriptor sets with types of the user's own, or an Envoy binary
 * @param strict whether references that lead nowhere are errors
 * @param constraints how bad a broken constraint of the Envoy API is
 */
public record Checking(List<Path> descriptors, boolean strict, Severity constraints) {

  /** The types of the Envoy API; constraints are errors, references warnings. */
  public static final Checking USUAL = new Checking(List.of(), false, Severity.ERROR);

  public Checking {
    descriptors = List.copyOf(descriptors);
  }

  /**
   * How to read a directory so.
   *
   * @throws io.binnacle.app.problem.Problem when a descriptor set cannot be read or used
   */
  public SourceOptions options() {
    TypeCatalog types = Types.with(descriptors);
    Validator validator =
        Validator.builder(Instant::now)
            .types(types)
            .structs(new StructContents(types))
            // G-7: of the Envoy in use one wants to know what it will drop
            .deprecations(types.isOfProgram())
            .constraints(constraints)
            .references(strict ? Severity.ERROR : Severity.WARNING)
            .build();
    return SourceOptions.defaults().withTypes(types).withValidator(validator);
  }
}
