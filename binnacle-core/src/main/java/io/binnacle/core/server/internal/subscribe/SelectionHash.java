package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The version of what one subscription selects (S-14), mended with each change so that it costs in
 * proportion to the change.
 *
 * <p>Invariant: where the sum is known, it is that over {@code subscription.selected(sent)} of the
 * session. It becomes unknown where mending is not plain, and is then summed up anew when needed.
 * Owned by the thread of its session.
 */
public final class SelectionHash {

  private @Nullable ContentHash sum;

  /** The subscription changed while the client was shown this view. */
  public void subscriptionChanged(
      SubscriptionChange change, Subscription subscription, @Nullable TypeView sent) {
    boolean wildcardChanged = change.wildcardAdded() || change.wildcardRemoved();
    // of a glob that went away the members are not told here
    boolean globRemoved = change.removed().stream().anyMatch(ResourceName::isGlob);
    boolean mendable = !wildcardChanged && !globRemoved;
    if (sum == null || sent == null || !mendable || !subscription.isNamesOnly(sent)) {
      sum = null;
    } else {
      sum = mended(sum, change, sent);
    }
  }

  private static ContentHash mended(ContentHash sum, SubscriptionChange change, TypeView sent) {
    return sum.plus(total(change.added(), sent)).minus(total(change.removed(), sent));
  }

  private static ContentHash total(Collection<String> names, TypeView view) {
    ContentHash total = ContentHash.ZERO;
    for (String name : names) {
      Resource resource = view.get(name);
      total = resource == null ? total : total.plus(resource.hash());
    }
    return total;
  }

  /**
   * The version of what is selected of a view.
   *
   * @param selectedChanges the changes since the last view, a side being null where it was or is
   *     not selected
   */
  public String moveTo(TypeView target, Subscription subscription, List<Change> selectedChanges) {
    if (subscription.selectsJustTheWildcard(target)) {
      sum = null;
      return target.version();
    }
    ContentHash moved = sum;
    if (moved == null) {
      moved = ContentHash.ZERO;
      for (Resource resource : subscription.selected(target)) {
        moved = moved.plus(resource.hash());
      }
    } else {
      for (Change change : selectedChanges) {
        moved = change.before() == null ? moved : moved.minus(change.before().hash());
        moved = change.after() == null ? moved : moved.plus(change.after().hash());
      }
    }
    sum = moved;
    return moved.toVersion();
  }
}
