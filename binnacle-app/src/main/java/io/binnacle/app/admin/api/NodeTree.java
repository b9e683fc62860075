package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node is to have, as a tree: listeners, their routes, their clusters, their endpoints; then
 * what no listener leads to. Each resource has its children where it stands first, and is marked
 * {@code repeated} elsewhere, so the tree is as large as the view. Used by one thread, once.
 */
final class NodeTree {

  private final View view;
  private final Standings standings;
  private final Set<Key> written = new HashSet<>();

  NodeTree(View view, Standings standings) {
    this.view = view;
    this.standings = standings;
  }

  void write(ObjectNode out) {
    ArrayNode roots = out.putArray("roots");
    ArrayNode others = out.putArray("others");
    for (Resource listener : sorted(view.type(ResourceType.LISTENER))) {
      write(listener, roots.addObject());
    }
    List<Resource> rest = notWritten();
    Set<Key> named = new HashSet<>();
    rest.forEach(
        resource ->
            resource
                .references()
                .forEach(to -> named(to).forEach(each -> named.add(Key.of(each)))));
    for (Resource resource : rest) {
      if (!named.contains(Key.of(resource))) {
        write(resource, others.addObject());
      }
    }
    // Aggregate clusters that name each other in a circle.
    notWritten().forEach(resource -> write(resource, others.addObject()));
  }

  private List<Resource> notWritten() {
    return new TreeSet<>(view.types())
        .stream()
            .flatMap(type -> sorted(view.type(type)).stream())
            .filter(resource -> !written.contains(Key.of(resource)))
            .toList();
  }

  private void write(Resource resource, ObjectNode out) {
    out.put("type", resource.type().shortName());
    out.put("name", resource.name());
    out.put("version", resource.version());
    standings.write(resource.type(), resource.name(), out);
    ResourceJson.origin(resource, out);
    boolean repeated = !written.add(Key.of(resource));
    out.put("repeated", repeated);
    ArrayNode children = out.putArray("children");
    if (!repeated) {
      resource.references().forEach(reference -> write(reference, children));
    }
  }

  private void write(Reference reference, ArrayNode siblings) {
    Collection<Resource> found = named(reference);
    found.forEach(resource -> write(resource, siblings.addObject()));
    if (found.isEmpty()) {
      ObjectNode out = siblings.addObject();
      out.put("type", reference.type().shortName());
      out.put("name", reference.name());
      boolean elsewhere = !reference.sameStream();
      out.put("state", elsewhere ? "ELSEWHERE" : "MISSING");
      out.put(
          "detail",
          elsewhere
              ? "the client takes it from another source than this server's stream"
              : "nothing of this name is in the group");
      out.put("repeated", false);
      out.putArray("children");
    }
  }

  private Collection<Resource> named(Reference reference) {
    TypeView type = view.type(reference.type());
    if (reference.name().equals(ResourceName.WILDCARD)) {
      return sorted(type);
    }
    Resource resource = type.get(reference.name());
    if (resource != null && !resource.isAbsence()) {
      return List.of(resource);
    }
    return reference.name().endsWith("/*") ? type.membersOf(reference.name()) : List.of();
  }

  private static Collection<Resource> sorted(TypeView type) {
    Map<String, Resource> byName = new TreeMap<>();
    type.all().forEach(resource -> byName.put(resource.name(), resource));
    return byName.values();
  }

  private record Key(ResourceType type, String name) {

    static Key of(Resource resource) {
      return new Key(resource.type(), resource.name());
    }
  }
}
