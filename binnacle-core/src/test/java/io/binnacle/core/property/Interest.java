package io.binnacle.core.property;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import java.util.Collection;
import java.util.TreeSet;

/** What one side takes for subscribed: a wildcard and names, aliases and globs among them. */
final class Interest {

  boolean wildcard;

  /** SotW: a name was given once (W-3). */
  boolean everNamed;

  final TreeSet<String> names = new TreeSet<>();

  boolean isEmpty() {
    return !wildcard && names.isEmpty();
  }

  boolean selects(Resource resource) {
    return (wildcard && !resource.onDemand()) || names(resource.name(), resource.aliases());
  }

  /** What a client can say about a resource that it receives: it knows nothing of "on demand". */
  boolean wants(String name, Collection<String> aliases) {
    return wildcard || names(name, aliases);
  }

  private boolean names(String name, Collection<String> aliases) {
    String collection = ResourceName.collectionOf(name);
    return names.contains(name)
        || aliases.stream().anyMatch(names::contains)
        || (collection != null && names.contains(collection));
  }

  @Override
  public String toString() {
    return (wildcard ? "* and " : "") + names;
  }
}
