package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types in which two views differ. A publish moves most streams from the same view to the same
 * view, so the last answer is kept: they share it. Touched by one loop only.
 */
final class ChangedTypes {

  private @Nullable View from;
  private @Nullable View to;
  private List<ResourceType> types = List.of();

  /** Those that differ between these views; unmodifiable. */
  List<ResourceType> between(View before, View after) {
    if (before != from || after != to) {
      List<ResourceType> changed = new ArrayList<>(1);
      for (ResourceType type : after.types()) { // a view keeps the types that it ever had
        if (before.type(type) != after.type(type)) {
          changed.add(type);
        }
      }
      from = before;
      to = after;
      types = List.copyOf(changed);
    }
    return types;
  }

  /** Keeps no view alive. */
  void forget() {
    from = null;
    to = null;
    types = List.of();
  }
}
