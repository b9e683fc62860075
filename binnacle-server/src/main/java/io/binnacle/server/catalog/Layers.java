package io.binnacle.server.catalog;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is published, and what is shown: the same view, until something was found on demand; from
 * then on a view of its own, which follows the published one at the cost of each change.
 *
 * <p>Immutable. A name that is published is shown as published, whatever was found under it.
 */
record Layers(View published, View shown) {

  /**
   * The layers after a publish.
   *
   * @param before null for the first
   */
  static Layers next(
      @Nullable Layers before, View published, Map<ResourceType, Map<String, Resource>> found) {
    if (before != null && before.published != before.shown) {
      return new Layers(published, before.shown.apply(before.edits(published, found)));
    }
    Map<ResourceType, Map<String, @Nullable Resource>> all = new HashMap<>();
    found.forEach((type, byName) -> all.put(type, new HashMap<>(byName)));
    return new Layers(published, published).withFound(all);
  }

  /** The layers with changes of what was found; these when nothing changes. */
  Layers withFound(Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    Map<ResourceType, Map<String, @Nullable Resource>> effective = new HashMap<>();
    edits.forEach(
        (type, byName) -> {
          Map<String, @Nullable Resource> unpublished = new HashMap<>(byName);
          unpublished.keySet().removeIf(name -> isPublished(type, name));
          effective.put(type, unpublished);
        });
    View next = shown.apply(effective);
    return next == shown ? this : new Layers(published, next);
  }

  private boolean isPublished(ResourceType type, String name) {
    Resource resource = published.type(type).get(name);
    // and not by an alias
    boolean asIs = resource != null && resource.name().equals(name);
    return asIs || !published.type(type).variantsOf(name).isEmpty();
  }

  private Map<ResourceType, Map<String, @Nullable Resource>> edits(
      View next, Map<ResourceType, Map<String, Resource>> found) {
    Set<ResourceType> types = new HashSet<>(published.types());
    types.addAll(next.types());
    Map<ResourceType, Map<String, @Nullable Resource>> edits = new HashMap<>();
    for (ResourceType type : types) {
      Map<String, Resource> foundOfType = found.getOrDefault(type, Map.of());
      for (Change change : next.type(type).changesSince(published.type(type))) {
        Resource after = change.after();
        edits
            .computeIfAbsent(type, t -> new HashMap<>())
            .put(change.name(), after != null ? after : foundOfType.get(change.name()));
      }
      variants(next.type(type), published.type(type), foundOfType, edits.get(type));
    }
    return edits;
  }

  /** D-16: what was found under a name is not shown beside variants of it that are published. */
  private static void variants(
      TypeView next,
      TypeView before,
      Map<String, Resource> found,
      @Nullable Map<String, @Nullable Resource> edits) {
    if (edits == null || !(next.hasVariants() || before.hasVariants())) {
      return;
    }
    for (Change change : next.changesSince(before)) {
      String plain = VariantName.plain(change.name());
      if (!next.variantsOf(plain).isEmpty()) {
        edits.put(plain, null);
      } else if (!plain.equals(change.name()) && !edits.containsKey(plain)) {
        Resource published = next.get(plain);
        boolean asIs = published != null && published.name().equals(plain);
        edits.put(plain, asIs ? published : found.get(plain));
      }
    }
  }
}
