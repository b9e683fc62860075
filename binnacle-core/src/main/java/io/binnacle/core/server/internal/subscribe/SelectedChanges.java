package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What of a step between two views one subscription has to do with. */
public final class SelectedChanges {

  private SelectedChanges() {}

  /**
   * The changes of a step, seen through a subscription: a side is null where the resource is not
   * selected, and what is selected on neither side is left out.
   */
  public static List<Change> between(
      Shared shared, Subscription subscription, TypeView from, TypeView to) {
    if (from == to || subscription.isEmpty()) {
      return List.of();
    }
    List<Change> changes = SharedViews.changes(shared, from, to);
    if (subscription.selectsJustTheWildcard(from)
        && subscription.selectsJustTheWildcard(to)
        && !from.hasOnDemand()
        && !to.hasOnDemand()) {
      return changes; // all of it is selected, whatever is named beside the wildcard
    }
    Set<String> names = subscription.names();
    // the smaller side drives: a client of five names does not walk ten thousand changes
    if (subscription.isNamesOnly(from)
        && subscription.isNamesOnly(to)
        && names.size() < changes.size()) {
      return ofNames(names, from, to);
    }
    return through(subscription, changes);
  }

  /** Changes of a step, as seen through a subscription. */
  public static List<Change> through(Subscription subscription, List<Change> changes) {
    List<Change> selected = new ArrayList<>();
    for (Change change : changes) {
      Resource before = selected(subscription, change.before());
      Resource after = selected(subscription, change.after());
      if (before != null || after != null) {
        selected.add(new Change(change.name(), before, after));
      }
    }
    return selected;
  }

  private static List<Change> ofNames(Set<String> names, TypeView from, TypeView to) {
    List<Change> selected = new ArrayList<>();
    for (String name : names) {
      Resource before = from.get(name);
      Resource after = to.get(name);
      boolean same =
          before == after || (before != null && after != null && before.sameContent(after));
      if (!same) {
        selected.add(new Change(name, before, after));
      }
    }
    return selected;
  }

  private static @Nullable Resource selected(
      Subscription subscription, @Nullable Resource resource) {
    return resource != null && subscription.selects(resource) ? resource : null;
  }
}
