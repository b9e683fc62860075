package io.binnacle.server.metrics;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the resources of a view name and the view does not have. Stateless. */
final class MissingReferences {

  private MissingReferences() {}

  /** How many names of each type are missing; types of which none is are left out. */
  static Map<ResourceType, Integer> in(View view) {
    Set<Reference> missing = new HashSet<>();
    for (ResourceType type : view.types()) {
      for (Resource resource : view.type(type).all()) {
        for (Reference reference : resource.references()) {
          if (reference.sameStream() && !has(view.type(reference.type()), reference.name())) {
            missing.add(reference);
          }
        }
      }
    }
    Map<ResourceType, Integer> counts = new TreeMap<>();
    missing.forEach(reference -> counts.merge(reference.type(), 1, Integer::sum));
    return counts;
  }

  private static boolean has(TypeView resources, String name) {
    if (name.equals(ResourceName.WILDCARD)) {
      return resources.size() > 0;
    }
    return ResourceName.isGlob(name)
        ? !resources.membersOf(name).isEmpty()
        : resources.get(name) != null;
  }
}
