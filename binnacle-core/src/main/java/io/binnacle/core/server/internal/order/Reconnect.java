package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.view.TypeView;
import java.util.List;
import java.util.Map;

/**
 * What the client of one ADS stream has from before that stream (O-10): what it says that it holds,
 * as far as that can be known, and whether it may use things that it has not told of yet.
 *
 * <p>A return is open from the start of the stream until the client has asked for listeners and
 * routes again and has accepted them, and the first clusters, or until 2 s passed without it; once
 * over it stays over. A client that claims nothing does not come back. Owned by the thread of its
 * session.
 */
final class Reconnect {

  /** How long a client that came back may take to ask for its types. */
  private static final long RECONNECTING = 2_000_000_000L;

  private static final long NOT_YET = Long.MIN_VALUE;

  private static final List<ResourceType> AWAITED =
      List.of(ResourceType.LISTENER, ResourceType.ROUTE_CONFIGURATION);

  /** Asked for only by clients that were given any, as far as can be known. */
  private static final List<ResourceType> AWAITED_IF_ANY =
      List.of(ResourceType.SCOPED_ROUTE_CONFIGURATION, ResourceType.VIRTUAL_HOST);

  private final StreamContext stream;
  private final Map<ResourceType, ? extends TypeBooks> types;
  private long startedAt = NOT_YET;
  private boolean open = true;

  /** Whether the time to ask for types is not over. */
  private boolean patient = true;

  Reconnect(StreamContext stream, Map<ResourceType, ? extends TypeBooks> types) {
    this.stream = stream;
    this.types = types;
  }

  /** A decision is to be made; the first one begins the stream. */
  void onTime(long now) {
    startedAt = startedAt == NOT_YET ? now : startedAt;
    patient = now < startedAt + RECONNECTING;
  }

  /** Looks whether it is known by now what the client uses. */
  void update(ClientState client) {
    // an Envoy whose clusters warm asks for them after all others (ED-30)
    boolean mayClaim = patient && !client.asksFor(ResourceType.CLUSTER);
    open = open && (claimsState() ? isAwaited(client) : mayClaim);
  }

  /** Whether it is not known yet what the client uses. */
  boolean isOpen() {
    return open;
  }

  /** Whether a client that says that it was here before may use what it has not told of. */
  boolean isComing() {
    return open && claimsState();
  }

  /**
   * Whether the client may have clusters though it has not asked for any on this stream: an Envoy
   * asks for clusters first, unless it lost a stream while its clusters warmed. Then it asks for
   * what it had asked for before, and for clusters when the warming is over (ED-30).
   */
  boolean mayHaveClusters(ClientState client) {
    TypeBooks listeners = client.books(ResourceType.LISTENER);
    boolean asksForAllListeners =
        stream.client().envoy() && listeners != null && listeners.subscription().hasWildcard();
    return open
        && !client.asksFor(ResourceType.CLUSTER)
        && (asksForAllListeners || client.asksFor(ResourceType.CLUSTER_LOAD_ASSIGNMENT));
  }

  /** When it must be looked at again though nothing happens; it comes once. */
  long nextDeadline() {
    return open && patient ? startedAt + RECONNECTING : Long.MAX_VALUE;
  }

  private boolean isAwaited(ClientState client) {
    if (AWAITED.stream().anyMatch(type -> isAwaited(type, true, client))
        || AWAITED_IF_ANY.stream()
            .anyMatch(type -> isAwaited(type, isServed(type, client), client))) {
      return true;
    }
    TypeBooks clusters = client.books(ResourceType.CLUSTER);
    return clusters == null ? patient : usesUnknownAggregates(clusters, client);
  }

  /** Virtual hosts on their own there are in delta only. */
  private boolean isServed(ResourceType type, ClientState client) {
    boolean isThere = stream.variant() == Variant.DELTA || !type.equals(ResourceType.VIRTUAL_HOST);
    return isThere && client.target(type).size() > 0;
  }

  /**
   * Whether what the client uses of a type is not known yet.
   *
   * @param expected whether the client is likely to ask for the type
   */
  private boolean isAwaited(ResourceType type, boolean expected, ClientState client) {
    TypeBooks books = client.books(type);
    return books == null ? patient && expected : !client.isSettled(books);
  }

  /**
   * Whether the client may go on with clusters in a version that only it knows: it has not answered
   * the first response, or was not told of a newer version yet. They may be made of others. (Of one
   * whose newer version it refuses this is not looked at: that may last for ever.)
   */
  private static boolean usesUnknownAggregates(TypeBooks clusters, ClientState client) {
    TypeView target = client.target(ResourceType.CLUSTER);
    TypeView sent = clusters.sent();
    if (sent == null) {
      return clusters.claimsState();
    }
    return clusters.held().outstanding().isFirstOpen()
        || sent.overlay().names().stream()
            .anyMatch(name -> sent.hides(name) && target.get(name) != null);
  }

  private boolean claimsState() {
    return types.values().stream().anyMatch(TypeBooks::claimsState);
  }

  /**
   * O-9: a client that names routes which are gone has connections that drain, and what these
   * routes name only the client knows. Until when it may use them; in the past when it does not.
   */
  long usesUnknownRoutes(ClientState client) {
    TypeBooks routes = client.books(ResourceType.ROUTE_CONFIGURATION);
    return stream.client().drains()
            && routes != null
            && routes.held().hasUnknown(routes.subscription()::names)
        ? startedAt + stream.options().order().removals().toNanos()
        : NOT_YET;
  }
}
