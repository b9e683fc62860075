package io.binnacle.core.client.internal.response;

import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.VariantName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * By what a resource is known: what decides which watches it is for.
 *
 * @param name plain and canonical; empty when it could not be read
 * @param constraints whom it is for, when it is a variant (D-16); else null
 * @param aliases canonical (D-14)
 */
public record Identity(
    String name, @Nullable ParameterConstraints constraints, List<String> aliases) {

  public static Identity of(String name) {
    return new Identity(name, null, List.of());
  }

  /** The same without one of its other names. */
  public Identity without(String alias) {
    List<String> others = aliases.stream().filter(each -> !each.equals(alias)).toList();
    return new Identity(name, constraints, others);
  }

  /** Its name among all that are held: of two variants of one name these differ. */
  public String key() {
    return constraints == null ? name : VariantName.of(name, constraints);
  }

  /** Whether it is for a client with these parameters. */
  public boolean isFor(Map<String, String> parameters) {
    return constraints == null || constraints.matches(parameters);
  }
}
