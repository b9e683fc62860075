package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.internal.subscribe.SubscriptionChange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one type session made of a request. */
record TypeFacts(Answer answer, SubscriptionChange change) {

  /** The facts about the request, with what only its stream knows. */
  RequestFacts ofRequest(
      ResourceType type, boolean firstOfStream, boolean firstOfType, boolean otherNodeId) {
    return new RequestFacts(
        type,
        firstOfStream,
        firstOfType,
        answer,
        withStar(change.added(), change.wildcardAdded()),
        withStar(change.removed(), change.wildcardRemoved()),
        change.malformed(),
        otherNodeId,
        false,
        change.envoyWildcardKept());
  }

  /** The facts about a request whose type its nonce alone tells (T-3): it says nothing else. */
  static RequestFacts withoutTypeUrl(ResourceType type, boolean otherNodeId) {
    return new RequestFacts(
        type,
        false,
        false,
        new Answer.None(),
        Set.of(),
        Set.of(),
        List.of(),
        otherNodeId,
        true,
        false);
  }

  private static Set<String> withStar(Set<String> names, boolean star) {
    if (!star) {
      return names;
    }
    Set<String> all = new LinkedHashSet<>(names);
    all.add(ResourceName.WILDCARD);
    return all;
  }
}
