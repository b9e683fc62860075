package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names and resource locators of one list of a request, told apart and made canonical. A
 * locator with parameters is a name of its own (D-16), see {@link VariantName#asked}.
 */
public final class AskedNames {

  final Set<String> names = new HashSet<>();
  final Set<String> globs = new HashSet<>();

  /** {@code *}, with or without parameters. */
  final Set<String> stars = new HashSet<>();

  /** Canonical to the name as the client wrote it, where the two differ. */
  final Map<String, String> asWritten = new HashMap<>();

  /** As they came; nothing of such a name can exist. */
  public final List<String> malformed = new ArrayList<>();

  final boolean located;
  private final int size;

  /** What a SotW request asks for. */
  public static AskedNames of(DiscoveryRequest request) {
    return new AskedNames(request.getResourceNamesList(), request.getResourceLocatorsList());
  }

  public AskedNames(List<String> requested, List<ResourceLocator> locators) {
    this.located = !locators.isEmpty();
    this.size = requested.size() + locators.size();
    requested.forEach(name -> add(name, Map.of()));
    locators.forEach(locator -> add(locator.getName(), locator.getDynamicParametersMap()));
  }

  private void add(String name, Map<String, String> parameters) {
    String canonical = ResourceName.canonical(name);
    if (canonical == null) {
      malformed.add(name);
      return;
    }
    String asked = VariantName.asked(canonical, parameters);
    if (canonical.equals(ResourceName.WILDCARD)) {
      stars.add(asked);
    } else {
      (ResourceName.isGlob(canonical) ? globs : names).add(asked);
    }
    if (!canonical.equals(name) && asked.equals(canonical)) {
      asWritten.put(canonical, name);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean hasStar() {
    return !stars.isEmpty();
  }

  boolean contains(String nameOrGlob) {
    return names.contains(nameOrGlob) || globs.contains(nameOrGlob);
  }

  /** All names and globs; a set of the caller's own. */
  Set<String> namesAndGlobs() {
    Set<String> all = new HashSet<>(names);
    all.addAll(globs);
    return all;
  }

  /** All names, globs and stars; a set of the caller's own. */
  Set<String> all() {
    Set<String> all = namesAndGlobs();
    all.addAll(stars);
    return all;
  }

  boolean containsAny(String name) {
    return contains(name) || stars.contains(name);
  }

  /** The sum of their lengths. */
  static long characters(Set<String> names) {
    long characters = 0;
    for (String name : names) {
      characters += name.length();
    }
    return characters;
  }
}
