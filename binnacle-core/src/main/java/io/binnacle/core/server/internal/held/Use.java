package io.binnacle.core.server.internal.held;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.server.internal.subscribe.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client may be using under one name, where {@link Held} cannot read it from a view.
 *
 * @param contents each that may be, the newest last; none for "nothing"
 * @param unknown whether it may also be a version that only the client knows
 * @param refused whether the client refused a response that held the name
 * @param since number of the last response that had a part in this; an answer to an earlier one
 *     does not end it
 */
record Use(List<Resource> contents, boolean unknown, boolean refused, long since) {

  static final Use NOTHING = new Use(List.of(), false, false, 0);
  static final Use UNKNOWN = new Use(List.of(), true, false, 0);

  static Use of(@Nullable Resource content, long since) {
    return content == null
        ? new Use(List.of(), false, false, since)
        : new Use(List.of(content), false, false, since);
  }

  /** Whether both are known, and the same. */
  boolean isAs(@Nullable Use other) {
    if (other == null || unknown || other.unknown || contents.size() != other.contents.size()) {
      return false;
    }
    return contents.isEmpty() || contents.get(0).sameContent(other.contents.get(0));
  }

  Use refusing(@Nullable Resource content, long number) {
    List<Resource> all = contents;
    if (content != null && all.stream().noneMatch(content::sameContent)) {
      all = new ArrayList<>(contents);
      all.add(content);
    }
    return new Use(all, unknown, true, number);
  }

  boolean isSomething() {
    return unknown || !contents.isEmpty();
  }

  /** Whether the client subscribes to what it may have under the name. */
  boolean isWanted(String name, Subscription subscription) {
    // a version that only it knows may be that of something that it asks for by an alias (D-14)
    return isSubscribed(name, subscription) || (unknown && !subscription.names().isEmpty());
  }

  /** Whether the client subscribes to the name, or to what is known to be in use under it. */
  boolean isSubscribed(String name, Subscription subscription) {
    if (subscription.hasWildcard() || subscription.names(name)) {
      return true;
    }
    String collection = ResourceName.collectionOf(name);
    return (collection != null && subscription.names(collection))
        || contents.stream().anyMatch(subscription::selects);
  }
}
