package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which removals wait because the client still uses what is removed (O-3, O-9, O-10). What waits is
 * shown as if it were still there.
 *
 * <p>Made for one decision of the {@link AdsSequencer} and thrown away with it.
 */
final class Removals {

  /** What ends the use of a resource that was named and is not named any more. */
  private enum End {
    AT_ONCE,

    /** The client unsubscribes when connections have drained (O-9); of others it ends at once. */
    DRAINED,

    /** The client unsubscribes when its calls have switched (GC-5). */
    UNSUBSCRIBED
  }

  /**
   * Who may name resources of a type.
   *
   * @param users types whose content names them
   * @param ends what ends the use of one that was named
   */
  private record Kind(List<ResourceType> users, End ends) {

    /** The types that the client may take the names of a type from; none is its own user here. */
    List<ResourceType> otherUsersThan(ResourceType type) {
      return users.stream().filter(user -> !user.equals(type)).toList();
    }
  }

  private static final List<ResourceType> ROUTE_USERS =
      List.of(ResourceType.LISTENER, ResourceType.SCOPED_ROUTE_CONFIGURATION);

  /** Aggregates name clusters too. */
  private static final List<ResourceType> CLUSTER_USERS =
      Stream.concat(Additions.USERS.stream(), Stream.of(ResourceType.CLUSTER)).toList();

  private static final Map<ResourceType, Kind> KINDS =
      Map.of(
          ResourceType.CLUSTER, new Kind(CLUSTER_USERS, End.UNSUBSCRIBED),
          ResourceType.CLUSTER_LOAD_ASSIGNMENT,
              new Kind(List.of(ResourceType.CLUSTER), End.AT_ONCE),
          ResourceType.ROUTE_CONFIGURATION, new Kind(ROUTE_USERS, End.DRAINED),
          ResourceType.TYPED_EXTENSION_CONFIG, new Kind(Additions.USERS, End.DRAINED));

  private final ClientState client;
  private final OrderOptions options;
  private final Holds holds;
  private final Draining draining;

  /** Whether it is not known yet what the client uses (O-10). */
  private final boolean reconnecting;

  /**
   * Until when it may use what nobody else knows of: what old connections stand on that it had
   * before this stream (O-9).
   */
  private final long unknownUntil;

  private final long now;

  Removals(Decision decision, Draining draining, Reconnect reconnect) {
    this.client = decision.client();
    this.options = decision.options();
    this.holds = decision.holds();
    this.now = decision.now();
    this.draining = draining;
    this.reconnecting = reconnect.isOpen();
    this.unknownUntil = Math.max(draining.unknownUntil(), reconnect.usesUnknownRoutes(client));
  }

  /** Whether removals of a type can have to wait. */
  static boolean concern(ResourceType type) {
    return KINDS.containsKey(type);
  }

  /** Adds to an overlay what is kept. */
  Overlay kept(TypeBooks books, Overlay overlay) {
    Kind kind = KINDS.get(books.type());
    if (kind == null) {
      return overlay;
    }
    Overlay kept = keptOfListed(books, overlay);
    List<Resource> removed = removed(books);
    if (removed.isEmpty()) {
      return kept;
    }
    Set<Reference> wanted = new HashSet<>();
    removed.forEach(resource -> wanted.add(referenceTo(resource)));
    Map<Reference, Resource> byTarget = client.namedByTarget(wanted, kind.users());
    boolean mayStillName = client.mayStillName(kind.otherUsersThan(books.type()));
    Set<Reference> leaving = new HashSet<>(wanted);
    boolean more = true;
    while (more) {
      // an aggregate that is kept keeps its clusters; one that goes takes them along
      Map<Reference, Resource> byClient = client.named(wanted, kind.users(), leaving);
      more = false;
      for (Resource resource : removed) {
        Reference reference = referenceTo(resource);
        Resource user = byClient.get(reference);
        if (leaving.contains(reference)
            && waits(books, kind, resource, user, byTarget.get(reference), mayStillName)) {
          kept = kept.showing(resource);
          leaving.remove(reference);
          more |= kind.users().contains(books.type());
        }
      }
    }
    return kept;
  }

  private static Reference referenceTo(Resource resource) {
    return new Reference(resource.type(), resource.name());
  }

  /**
   * Whether a removal waits.
   *
   * @param user what the client uses and names it
   * @param targetUser what names it though it is gone
   * @param mayStillName whether it is not known yet what the client uses
   */
  private boolean waits(
      TypeBooks books,
      Kind kind,
      Resource resource,
      @Nullable Resource user,
      @Nullable Resource targetUser,
      boolean mayStillName) {
    if (client.offer().isBack(resource)) {
      return true; // O-12: the next offer has it again
    } else if (user != null && !client.isToUse(user)) {
      return holds(resource, HoldReason.STILL_NAMED, user, null);
    } else if (targetUser != null) {
      return holds(resource, HoldReason.TARGET_NAMES_IT, targetUser, options.additions());
    } else if (mayStillName) {
      return holds(resource, HoldReason.ANSWER_DUE, null, null);
    }
    return keptForOthers(books, kind, resource);
  }

  /** D-5 with O-10: what the client listed and is gone, until it is known what it still uses. */
  private Overlay keptOfListed(TypeBooks books, Overlay overlay) {
    boolean returns = waitsForReturn(books.type());
    Overlay kept = overlay;
    TypeView target = client.target(books.type());
    for (String name : List.copyOf(books.listed())) {
      if (target.get(name) != null) {
        continue;
      }
      HoldReason reason = returns ? HoldReason.RECONNECTED_REMOVAL : HoldReason.DRAINING;
      long until = returns ? Long.MAX_VALUE : drainedAt(books.type(), name);
      if (until > now) {
        holds.holdUntil(books.type(), name, reason, until, now);
        kept = kept.hiding(name);
      }
    }
    return kept;
  }

  /** O-10: of clusters, and of assignments where clusters come over this stream. */
  private boolean waitsForReturn(ResourceType type) {
    return reconnecting
        && client.asksFor(ResourceType.CLUSTER)
        && (type.equals(ResourceType.CLUSTER) || type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT));
  }

  /** O-9: when the last connection is over that may use it; not in the future for most. */
  private long drainedAt(ResourceType type, String name) {
    return type.equals(ResourceType.CLUSTER) ? draining.until(name, unknownUntil, now) : now;
  }

  private List<Resource> removed(TypeBooks books) {
    List<Resource> removed = new ArrayList<>();
    boolean willAskForMore = willAskForMore(books.type());
    for (Change change : client.changes(books)) {
      Resource before = change.before();
      if (change.after() == null
          && before != null
          && (willAskForMore || books.subscription().selects(before))
          && client.canUse(books, before)) {
        removed.add(before);
      }
    }
    return removed;
  }

  /** S-17: whether clusters are on their way whose assignments the client will then ask for. */
  private boolean willAskForMore(ResourceType type) {
    TypeBooks clusters = client.books(ResourceType.CLUSTER);
    return type.equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)
        && clusters != null
        && !clusters.held().isAnswered();
  }

  private boolean keptForOthers(TypeBooks books, Kind kind, Resource resource) {
    long drained = drainedAt(books.type(), resource.name());
    boolean returns = waitsForReturn(books.type());
    boolean blocks = books.repeatsAll() && books.held().isRefused(resource);
    if (blocks && (returns || drained > now)) {
      // as long as it is there the client refuses every full state, and nothing else arrives
      HoldReason reason = returns ? HoldReason.RECONNECTED_REMOVAL : HoldReason.DRAINING;
      return holds(resource, reason, null, options.additions());
    }
    if (drained > now) {
      return holds.holdUntil(resource.type(), resource.name(), HoldReason.DRAINING, drained, now);
    }
    if (returns) {
      return holds(resource, HoldReason.RECONNECTED_REMOVAL, null, null);
    }
    Subscription subscription = books.subscription();
    boolean subscribed =
        usesUntilUnsubscribed(kind)
            && subscription.names(resource.name())
            && !subscription.selectsUnasked(resource);
    // O-9: who takes these names from other content unsubscribes when it uses them no more; of
    // what was named otherwise (ODCDS-1) the removal is news that the client waits for (D-7)
    HoldReason before = holds.reasonOfRemoval(resource.type(), resource.name());
    boolean wasNamed = before == HoldReason.STILL_NAMED || before == HoldReason.SUBSCRIBED;
    boolean follows =
        !subscription.hasWildcard()
            && kind.otherUsersThan(books.type()).stream().anyMatch(client::asksFor);
    return subscribed
        && (wasNamed || follows)
        && holds(resource, HoldReason.SUBSCRIBED, null, options.removals());
  }

  private boolean usesUntilUnsubscribed(Kind kind) {
    return switch (kind.ends()) {
      case AT_ONCE -> false;
      case DRAINED -> draining.isPossible();
      case UNSUBSCRIBED -> true;
    };
  }

  private boolean holds(
      Resource resource,
      HoldReason reason,
      @Nullable Resource waitsFor,
      @Nullable Duration patience) {
    return holds.hold(
        resource.type(),
        resource.name(),
        reason,
        waitsFor == null ? "" : ClusterReadiness.textOf(waitsFor),
        patience == null ? Long.MAX_VALUE : patience.toNanos(),
        now);
  }
}
