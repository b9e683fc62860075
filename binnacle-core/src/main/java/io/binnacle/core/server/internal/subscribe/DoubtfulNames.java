package io.binnacle.core.server.internal.subscribe;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Names that a stale request left out (S-2). Such a request does not change the subscription, but
 * its client may have dropped what it had under these names; if the next request that is not stale
 * names them, they are named anew (S-8).
 *
 * <p>Without this a gRPC Java client waits for 15 s: it unsubscribes (stale, for a response is
 * under way), ignores that response without an ACK, and subscribes again (GC-13). Owned by the
 * thread of its session.
 */
public final class DoubtfulNames {

  private Set<String> names = Set.of();

  /** Whether a stale request left out an explicit {@code *}. */
  private boolean wildcard;

  /** A stale request came, with these names. */
  public void leftOut(Subscription subscription, AskedNames requested) {
    wildcard |= subscription.missesStarIn(requested);
    Set<String> left = subscription.missingIn(requested);
    if (!left.isEmpty()) {
      left.addAll(names);
      names = left;
    }
  }

  public boolean isEmpty() {
    return names.isEmpty() && !wildcard;
  }

  /** A request came that is not stale: whether it asks for a wildcard that was new or in doubt. */
  public boolean wildcardSettled(SubscriptionChange change) {
    boolean namedAnew = wildcard || change.wildcardAdded();
    wildcard = false;
    return namedAnew;
  }

  /** A request came that is not stale: the names in doubt that it names. */
  public Collection<String> settled(Subscription subscription) {
    if (names.isEmpty()) {
      return names;
    }
    Set<String> namedAnew = new HashSet<>(names);
    namedAnew.removeIf(name -> !subscription.names(name));
    names = Set.of();
    return namedAnew;
  }
}
