package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Shared;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who names a resource: looked for only when one is removed, once for all streams of a view. */
final class Referrers {

  private record Search(TypeView view, Set<Reference> wanted) {}

  private Referrers() {}

  /** The resources of a view that name any of these, by what they name. */
  static Map<Reference, List<Resource>> in(TypeView view, Set<Reference> wanted, Shared shared) {
    return view.size() == 0
        ? Map.of()
        : shared.once(new Search(view, wanted), () -> search(view, wanted));
  }

  private static Map<Reference, List<Resource>> search(TypeView view, Set<Reference> wanted) {
    Map<Reference, List<Resource>> found = new HashMap<>();
    for (Resource resource : view.all()) {
      for (Reference reference : resource.references()) {
        if (wanted.contains(reference)) {
          found.computeIfAbsent(reference, r -> new ArrayList<>(1)).add(resource);
        }
      }
    }
    return found;
  }
}
