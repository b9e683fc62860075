package io.binnacle.core.property.order;

import io.binnacle.core.resource.Resource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an Envoy has under one name: a resource in use, and a newer one that warms beside it. */
class Warmable {

  @Nullable Resource active;
  @Nullable Resource warming;

  /** Whether this is the content that came last, which does not warm again (ED-28). */
  final boolean isKnown(Resource resource) {
    Resource newest = warming == null ? active : warming;
    return newest != null && newest.sameContent(resource);
  }

  /** What is in use by name, or else what is to be. */
  static Map<String, Resource> held(Map<String, ? extends Warmable> states) {
    Map<String, Resource> held = new TreeMap<>();
    states.forEach(
        (name, state) -> {
          Resource resource = state.active == null ? state.warming : state.active;
          if (resource != null) {
            held.put(name, resource);
          }
        });
    return held;
  }
}
