package io.binnacle.core.server.internal.answer;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.held.NoHosts;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One delta answer while it is put together: what goes out as resource and what as removed, each
 * name once (ED-45).
 */
final class DeltaAnswer {

  private final ResourceType type;
  private final StreamContext stream;
  private final Subscription subscription;
  private final TypeView target;
  private final Predicate<String> mayBeHeld;
  private final UnansweredNames silent;
  private final Map<String, Resource> resources = new LinkedHashMap<>();

  /** As the client wrote them. */
  private final Set<String> removed = new LinkedHashSet<>();

  /**
   * An answer without content.
   *
   * @param silent takes the names of which nothing is to be said yet
   * @param mayBeHeld whether the client may hold something under a name that it asks for
   */
  DeltaAnswer(
      ResourceType type,
      StreamContext stream,
      Subscription subscription,
      TypeView target,
      UnansweredNames silent,
      Predicate<String> mayBeHeld) {
    this.type = type;
    this.stream = stream;
    this.subscription = subscription;
    this.target = target;
    this.silent = silent;
    this.mayBeHeld = mayBeHeld;
  }

  void add(Resource resource) {
    resources.put(resource.name(), resource);
  }

  void removed(String name) {
    if (!VariantName.isOne(name)) {
      removed.add(subscription.asWritten(name));
      return;
    }
    String plain = VariantName.plain(name);
    boolean wasSent = subscription.hasLocators() && !VariantName.isAsked(name);
    if (wasSent || subscription.timesNamed(plain) > 1) {
      // D-15; else of what no variant was sent the plain name is said
      removed.add(name);
    } else if (!subscription.selectsAny(target, plain)) {
      removed(plain);
    }
  }

  /** does not exist. */
  void malformed(String name) {
    if (!VariantName.isOne(name)) {
      removed.add(name);
    }
  }

  /**
   * A change of the view; a removal that happens on the stream is always announced (D-7).
   *
   * @param debt what is owed under its name, and is in the answer already; null for nothing
   */
  void change(Change change, @Nullable Debt debt) {
    Resource after = change.after();
    if (after != null) {
      add(after);
    } else if (target.hides(change.name())) {
      // O-2: asked for again, and not told yet
      silent.add(change.name());
    } else if (debt != Debt.ASKED || type.equals(ResourceType.VIRTUAL_HOST)) {
      // D-18: else what went away before it was answered is no removal
      removed(change.name());
    }
  }

  void owed(String name, Debt debt) {
    if (ResourceName.isGlob(name)) {
      owedCollection(name, debt);
      return;
    }
    boolean isHost = type.equals(ResourceType.VIRTUAL_HOST);
    if (isHost && debt == Debt.WARMING && NoHosts.isDebt(name)) {
      owedHostsOf(name);
      return;
    }
    Resource resource = target.get(name);
    if (resource != null && subscription.selects(resource)) {
      add(resource);
    } else if (target.hides(name)) {
      // O-2, O-10: what becomes of it is not decided yet
      silent.add(name);
    } else if (debt == Debt.ASKED) {
      askedAndAbsent(name);
    } else if (debt != Debt.WARMING) {
      // a removal that was refused, or lost on the way
      removed(name);
    }
  }

  /** VHDS-1: the hosts of a route configuration, or the word that it has none (ED-65). */
  private void owedHostsOf(String routes) {
    List<Resource> hosts =
        target.all().stream()
            .filter(host -> host.name().startsWith(routes) && subscription.selects(host))
            .toList();
    hosts.forEach(this::add);
    if (hosts.isEmpty()) {
      removed.add(NoHosts.nameOf(routes));
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
    if (!subscription.selectsAny(target, name)) {
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
      Resource resource = target.get(name);
      if (resource == null || !subscription.selects(resource)) {
        askedAndAbsent(name);
      }
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

  /** D-4; but VHDS-1: on a mere removal the request that waits in Envoy would hang (ED-66). */
  private void askedAndAbsent(String name) {
    boolean isHost =
        type.equals(ResourceType.VIRTUAL_HOST)
            && subscription.names(name)
            && !VariantName.isOne(name);
    // where the client may have it, an absence would not take it away
    boolean asked = isHost && !name.isEmpty() && !target.hides(name);
    if (asked && !mayBeHeld.test(name)) {
      add(Resource.absence(type, name));
    } else {
      absent(name);
    }
  }

  /** D-4 and D-5, but for D-18: on this answer Envoy would wait without end (ED-34, ED-55). */
  private void absent(String name) {
    if (target.hides(name)) {
      // O-2, O-10: what becomes of it is not decided yet
      silent.add(name);
      return;
    }
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
    // VHDS-1: an absence takes nothing away, so it gives way to the removal of what the client has
    resources.values().removeIf(r -> r.isAbsence() && removed.contains(r.name()));
    resources.keySet().forEach(removed::remove);
    return Part.of(List.copyOf(resources.values()), List.copyOf(removed)).split(budget, null);
  }
}
