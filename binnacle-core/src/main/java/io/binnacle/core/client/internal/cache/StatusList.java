package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.ResourceStatus.Rejected;
import io.binnacle.core.client.ResourceStatus.State;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.internal.cache.Failures.Failure;
import io.binnacle.core.client.internal.cache.WatchEntry.Standing;
import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How everything stands that is watched or held of one type (C-16): what is held, then what could
 * not be used, then what was asked for and is not there; each name once. Used once.
 */
final class StatusList {

  private final ResourceType type;
  private final List<ResourceStatus> all = new ArrayList<>();
  private final Set<String> shown = new HashSet<>();

  StatusList(ResourceType type) {
    this.type = type;
  }

  List<ResourceStatus> of(HeldResources held, Failures failures, WatchTable watches) {
    for (Held each : held.all()) {
      held(each, failures);
    }
    for (Failure failure : failures.all()) {
      String key = failure.id().key();
      if (shown.add(key)) {
        all.add(new ResourceStatus(type, key, State.NACKED, "", null, 0, failure.rejected()));
      }
    }
    for (WatchEntry entry : watches.all()) {
      boolean missing = !entry.isUsing() && !(entry.isCollection() && entry.members > 0);
      if (missing && shown.add(entry.key())) {
        boolean absent = entry.standing == Standing.ABSENT;
        State state = absent ? State.DOES_NOT_EXIST : State.REQUESTED;
        all.add(new ResourceStatus(type, entry.key(), state, "", null, 0, null));
      }
    }
    return all;
  }

  private void held(Held each, Failures failures) {
    Failure failure = failures.get(each.key());
    Rejected rejected = failure == null ? null : failure.rejected();
    boolean nacked = failure != null && failure.error().kind() != WatchError.Kind.REMOVED;
    State state = nacked ? State.NACKED : State.ACKED;
    all.add(
        new ResourceStatus(
            type, each.key(), state, each.version, each.packed, each.updatedAt, rejected));
    shown.add(each.key());
  }
}
