package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Debts.Debt;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One delta answer while it is put together: what goes out as resource and what as removed, each
 * name once (ED-45).
 */
final class DeltaAnswer {

  private final ResourceType type;
  private final StreamContext stream;
  private final Subscription subscription;
  private final TypeView target;
  private final Map<String, Resource> resources = new LinkedHashMap<>();

  /** As the client wrote them. */
  private final Set<String> removed = new LinkedHashSet<>();

  DeltaAnswer(ResourceType type, StreamContext stream, Subscription subscription, TypeView target) {
    this.type = type;
    this.stream = stream;
    this.subscription = subscription;
    this.target = target;
  }

  void add(Resource resource) {
    resources.put(resource.name(), resource);
  }

  void removed(String name) {
    removed.add(subscription.asWritten(name));
  }

  /** A change of the view; a removal that happens on the stream is always announced (D-7). */
  void change(Change change) {
    Resource after = change.after();
    if (after == null) {
      removed(change.name());
    } else {
      add(after);
    }
  }

  void owed(String name, Debt debt) {
    if (ResourceName.isGlob(name)) {
      owedCollection(name, debt);
      return;
    }
    Resource resource = target.get(name);
    if (resource != null && subscription.selects(resource)) {
      add(resource);
    } else if (debt == Debt.ASKED) {
      absent(name);
    } else if (debt != Debt.WARMING) {
      // a removal that was refused, or lost on the way
      removed(name);
    }
  }

  private void owedCollection(String glob, Debt debt) {
    if (debt == Debt.ASKED) {
      members(glob);
      removedMembers(glob);
    } else if (debt == Debt.WARMING) {
      members(glob);
    } else if (target.membersOf(glob).isEmpty()) {
      // that it has no members was refused; those that came since went out as changes
      removed(glob);
    }
  }

  /** A name that the client holds or may hold, told as removed when it is not to have it (D-5). */
  void absentIfNotSelected(String name) {
    Resource resource = target.get(name);
    if (resource == null || !subscription.selects(resource)) {
      absent(name);
    }
  }

  /** ED-44: a name that the node refused and may hold all the same. */
  void refusedBefore(String name) {
    Resource resource = target.get(name);
    if (resource == null || (subscription.hasWildcard() && !subscription.selects(resource))) {
      absent(name);
    }
  }

  /** The first answer holds what exists already; what was asked for and does not exist is said. */
  void owedAtFirst(String name, Debt debt) {
    if (debt == Debt.WARMING) {
      // S-17: goes before D-5
      owed(name, debt);
    } else if (!ResourceName.isGlob(name)) {
      absentIfNotSelected(name);
    } else if (target.membersOf(name).isEmpty()) {
      removed(name);
    }
  }

  /** D-19: a glob comes without versions, so its members that are gone are named. */
  void removedMembers(String glob) {
    target.removedMembersOf(glob).forEach(this::removed);
  }

  private void members(String glob) {
    List<Resource> members = target.membersOf(glob);
    for (Resource member : members) {
      if (subscription.selects(member)) {
        add(member);
      } else {
        // D-9: the glob was unsubscribed, and the wildcard does not cover this member
        removed(member.name());
      }
    }
    if (members.isEmpty()) {
      // D-4: the collection does not exist; ED-76: said so, an Envoy goes on without waiting
      removed(glob);
    }
  }

  /** D-4 and D-5, but for D-18: on this answer Envoy would wait without end (ED-34, ED-55). */
  private void absent(String name) {
    boolean envoyWaits =
        stream.client().envoy()
            && (type.equals(ResourceType.ROUTE_CONFIGURATION)
                || type.equals(ResourceType.TYPED_EXTENSION_CONFIG));
    if (!envoyWaits || stream.options().announceAbsenceToEnvoy()) {
      removed(name);
    }
  }

  boolean isEmpty() {
    return resources.isEmpty() && removed.isEmpty();
  }

  List<Part> parts(int budget) {
    resources.keySet().forEach(removed::remove);
    return Part.of(List.copyOf(resources.values()), List.copyOf(removed)).split(budget, null);
  }
}
