package io.binnacle.core.server;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Names whose lookups have ended: what they found is in the view, what is not there is absent.
 *
 * @param names canonical
 * @param known false when the lookups failed: then nothing is taken from a client that may hold it
 * @param errors why there is no such resource, by name, as far as the source says; told with the
 *     answer that there is none (D-17)
 */
public record SettledNames(List<String> names, boolean known, Map<String, ResourceError> errors) {

  public SettledNames {
    names = List.copyOf(names);
    errors = Map.copyOf(errors);
  }

  /** Names about which no source reports an error. */
  public static SettledNames of(Collection<String> names, boolean known) {
    return new SettledNames(List.copyOf(names), known, Map.of());
  }
}
