package io.binnacle.core.server.internal.subscribe;

import java.util.List;
import java.util.Set;

/**
 * What one request did to a subscription.
 *
 * @param added names and globs, canonical, that the request newly names (delta: that it subscribes)
 * @param removed names and globs, canonical, that were subscribed and are no more
 * @param wildcardAdded whether {@code *} was newly named, or the legacy wildcard began
 * @param wildcardRemoved whether a wildcard ended
 * @param malformed names that are no legal xdstp names, as they came
 * @param envoyWildcardKept whether W-7 kept a wildcard that the text of the protocol would end
 */
public record SubscriptionChange(
    Set<String> added,
    Set<String> removed,
    boolean wildcardAdded,
    boolean wildcardRemoved,
    List<String> malformed,
    boolean envoyWildcardKept) {

  /** Of requests that do not change the subscription, or must not (S-2). */
  public static final SubscriptionChange NONE =
      new SubscriptionChange(Set.of(), Set.of(), false, false, List.of(), false);
}
