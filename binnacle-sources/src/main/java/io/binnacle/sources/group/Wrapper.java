package io.binnacle.sources.group;

import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.text.tree.YamlNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can stand around a resource: {@code {name, ttl, aliases, on_demand, resource_name,
 * resource}} (G-1).
 *
 * @param name null: the name in the message
 * @param ttl null: for ever
 * @param onDemand whether only those get it who ask for its name
 * @param constraints for which clients this variant is (D-16); null: for all
 * @param resource the message itself
 */
record Wrapper(
    @Nullable String name,
    @Nullable Duration ttl,
    List<String> aliases,
    boolean onDemand,
    @Nullable ParameterConstraints constraints,
    YamlNode resource) {

  Wrapper {
    aliases = List.copyOf(aliases);
  }

  /** A resource without a wrapper. */
  static Wrapper none(YamlNode resource) {
    return new Wrapper(null, null, List.of(), false, null, resource);
  }
}
