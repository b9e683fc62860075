package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one stream asks for by resource locators (D-16): under which parameters it wants a name, a
 * glob or everything. A name of {@code resource_names} is one without parameters.
 *
 * <p>Only streams that sent a locator have this; it stays from then on, since such a client
 * understands variants. Owned by the thread of its session.
 */
final class Locators {

  /** Plain name, glob or {@code *} to the sets of parameters under which it is wanted. */
  private final Map<String, Set<Map<String, String>>> parameters = new HashMap<>();

  /** From now on just these are asked for, each with the parameters that stand in its name. */
  void replace(Collection<String> names, Collection<String> globs, Collection<String> stars) {
    parameters.clear();
    add(names);
    add(globs);
    add(stars);
  }

  private void add(Collection<String> asked) {
    for (String name : asked) {
      parameters
          .computeIfAbsent(VariantName.plain(name), n -> new HashSet<>())
          .add(VariantName.parameters(name));
    }
  }

  /** Under how many sets of parameters a name is asked for. */
  int count(String plain) {
    return parameters.getOrDefault(plain, Set.of()).size();
  }

  boolean selects(Resource resource) {
    return selectsUnasked(resource)
        || isAsked(resource.plainName(), resource)
        || resource.aliases().stream().anyMatch(alias -> isAsked(alias, resource));
  }

  /** Whether a wildcard or a glob selects it. */
  boolean selectsUnasked(Resource resource) {
    return (!resource.onDemand() && isAsked(ResourceName.WILDCARD, resource))
        || isAsked(ResourceName.collectionOf(resource.name()), resource);
  }

  private boolean isAsked(@Nullable String name, Resource resource) {
    Set<Map<String, String>> under = name == null ? null : parameters.get(name);
    return under != null && under.stream().anyMatch(resource::isFor);
  }
}
