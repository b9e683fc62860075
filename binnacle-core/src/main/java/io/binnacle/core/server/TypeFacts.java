package io.binnacle.core.server;

import java.util.List;
import java.util.Set;

/** What one type session made of a request. */
record TypeFacts(Answer answer, SubscriptionChange change) {

  /** For requests that must not change the subscription (S-2). */
  static final SubscriptionChange NO_CHANGE =
      new SubscriptionChange(Set.of(), Set.of(), false, false, List.of(), false);
}
