package io.binnacle.server.history;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.TypeView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A view that was read from a file.
 *
 * @param view without what is missing
 * @param missing canonical name to hash of the resources whose content was not written
 */
record RestoredView(TypeView view, Map<String, String> missing) {

  RestoredView {
    missing = Map.copyOf(missing);
  }

  /** Whether nothing is missing. */
  boolean isWhole() {
    return missing.isEmpty();
  }

  /** This view with what another one has of the contents that are missing here. */
  RestoredView filledFrom(TypeView other) {
    Map<String, @Nullable Resource> found = new HashMap<>();
    Map<String, String> still = new HashMap<>(missing);
    missing.forEach(
        (name, hash) -> {
          Resource resource = other.get(name);
          if (resource != null && resource.hash().toVersion().equals(hash)) {
            found.put(name, resource);
            still.remove(name);
          }
        });
    return found.isEmpty() ? this : new RestoredView(view.apply(found), still);
  }
}
