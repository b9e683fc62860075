package io.binnacle.server.resolve;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What resolvers give, and whether it answers what they were asked. */
final class Answers {

  private Answers() {}

  /** The resources of a result: one, the members of a collection, or none. */
  static List<Resource> resourcesOf(Resolution result) {
    if (result instanceof Resolution.Found found) {
      return List.of(found.resource());
    }
    return result instanceof Resolution.Members members ? members.resources() : List.of();
  }

  /** What is wrong with a result; null for nothing. */
  static @Nullable String wrong(Lookup lookup, Resolution result) {
    if (result instanceof Resolution.Members && !lookup.isCollection()) {
      return "members, for a name that is no collection";
    }
    if (result instanceof Resolution.Found && lookup.isCollection()) {
      return "one resource, for a collection";
    }
    Set<String> names = new HashSet<>();
    for (Resource resource : resourcesOf(result)) {
      if (resource.constraints() != null) {
        // D-16: whoever asks with parameters is not looked up for
        return "a variant: " + resource;
      }
      if (!resource.type().equals(lookup.type())) {
        return resource.toString();
      }
      if (lookup.isCollection()
          && !lookup.name().equals(ResourceName.collectionOf(resource.name()))) {
        return resource + ", which does not lie directly under the collection";
      }
      if (!names.add(resource.name())) {
        return resource + " twice";
      }
    }
    return null;
  }
}
