package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.RequestOutcome.Accepted;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One discovery stream, from the server's side. Requests, views and time go in; {@link #poll} gives
 * what is to be written.
 *
 * <p>How to drive it: give every request to {@link #onRequest}; after the first one assign the node
 * and call {@link #onView}, {@link #onUnmatched} or {@link #onHold}; whenever something went in, or
 * {@link #nextDeadline} has come, call {@link #poll} as long as the transport is ready and it gives
 * responses. Nothing is queued inside, so a slow transport is served the newest state (B-1).
 *
 * <p>Owned by one thread. Faults of the peer become a {@link Refused}; a wrong use by the driver is
 * an {@link IllegalStateException}.
 */
public final class ServerSession {

  private static final int NONCE_RADIX = 36;

  private final StreamContext stream;
  private final @Nullable ResourceType onlyType;
  private final TreeMap<ResourceType, TypeSession> types = new TreeMap<>();
  private final PushOrder push;
  private boolean connected;

  /**
   * A session of a stream that has just been opened.
   *
   * @param onlyType the type of a typed service; null on ADS
   */
  public ServerSession(
      Variant variant,
      @Nullable ResourceType onlyType,
      SessionOptions options,
      Shared shared,
      NodeMemory memory) {
    this(variant, onlyType, options, shared, memory, ViewHistory.NONE);
  }

  /**
   * A session of a stream that has just been opened.
   *
   * @param onlyType the type of a typed service; null on ADS
   * @param history what clients may hold, for those that come back (O-10, S-19)
   */
  public ServerSession(
      Variant variant,
      @Nullable ResourceType onlyType,
      SessionOptions options,
      Shared shared,
      NodeMemory memory,
      ViewHistory history) {
    this.onlyType = onlyType;
    this.stream = new StreamContext(variant, onlyType == null, options, shared, memory, history);
    this.push = new PushOrder(stream, types);
  }

  /** Takes a request of a SotW stream. */
  public RequestOutcome onRequest(DiscoveryRequest request) {
    return onRequest(
        RequestHead.of(request),
        checks -> checks.refusal(request, types),
        (type, first) -> {
          TypeFacts facts =
              ((SotwTypeSession)
                      types.computeIfAbsent(
                          type, t -> new SotwTypeSession(t, stream, noncePrefix())))
                  .onRequest(request, first);
          push.onAnswer(type, facts.answer());
          return facts;
        });
  }

  /** Takes a request of a delta stream. */
  public RequestOutcome onRequest(DeltaDiscoveryRequest request) {
    return onRequest(request, ListedVersions.of(request.getInitialResourceVersionsMap()));
  }

  /** As above, where the request itself lacks the {@code initial_resource_versions}. */
  public RequestOutcome onRequest(DeltaDiscoveryRequest request, ListedVersions listed) {
    return onRequest(
        RequestHead.of(request),
        checks -> checks.refusal(request, types),
        (type, first) -> {
          DeltaTypeSession session =
              (DeltaTypeSession)
                  types.computeIfAbsent(type, t -> new DeltaTypeSession(t, stream, noncePrefix()));
          Set<String> mustSend = first ? push.mustSend(type) : Set.of();
          TypeFacts facts = session.onRequest(request, listed, first, mustSend);
          push.onNamed(type, facts.change().added());
          return facts;
        });
  }

  /** What a type makes of a request that it takes. */
  private interface TypeStep {
    TypeFacts take(ResourceType type, boolean first);
  }

  private RequestOutcome onRequest(
      RequestHead request, Function<RequestChecks, @Nullable Refused> refusal, TypeStep step) {
    if (stream.variant() != request.variant()) {
      throw new IllegalStateException(
          "a " + request.variant() + " request on a " + stream.variant() + " stream");
    }
    push.touched();
    boolean firstOfStream = connect(request.node());
    boolean otherNode = isOther(request.node());
    TypeSession known = request.typeUrl().isEmpty() ? typeOf(request.nonce()) : null;
    if (known != null && onlyType == null) {
      // T-3: it belongs to that type, is no ACK, and names nothing
      return new Accepted(TypeFacts.withoutTypeUrl(known.type(), otherNode));
    }
    // made for each request, so that idle streams do not keep it
    RequestChecks checks = new RequestChecks(stream.options(), onlyType);
    Refused refused = refusal.apply(checks);
    if (refused != null) {
      return refused;
    }
    ResourceType type = checks.typeOf(request.typeUrl());
    boolean first = !types.containsKey(type);
    return new Accepted(step.take(type, first).ofRequest(type, firstOfStream, first, otherNode));
  }

  /** From now on the node is to see this. */
  public void onView(View view) {
    push.show(new Assignment.Serving(view));
  }

  /**
   * No group matches the node (any more). Types whose client holds nothing yet are answered as
   * empty; the others get silence and keep what they have (G-3a).
   */
  public void onUnmatched() {
    push.show(new Assignment.Unmatched());
  }

  /** Nothing is to be answered until further notice; the client keeps what it has. */
  public void onHold() {
    push.show(new Assignment.Held());
  }

  /**
   * Names that were just asked for are being looked up: until {@link #settle} they are neither sent
   * nor called absent. A SotW client of a full-state type gets no response of the type meanwhile,
   * since one without them would call them absent.
   *
   * @param names canonical, not in the view
   */
  public void await(ResourceType type, Collection<String> names) {
    TypeSession session = types.get(type);
    if (session != null) {
      push.touched();
      session.await(names);
    }
  }

  /** Lookups have ended: what they found is in the view, what is not there is absent. */
  public void settle(ResourceType type, SettledNames names) {
    TypeSession session = types.get(type);
    if (session != null) {
      push.touched();
      session.settle(names);
    }
  }

  /** Whether names are being looked up, so that the client may still be owed an answer. */
  public boolean isAwaiting() {
    return types.values().stream().anyMatch(session -> !session.lookups().isEmpty());
  }

  /**
   * The next response to write, booked as sent, or null when there is nothing to say now. Types go
   * in push order (O-1), from the first again with each call, so that a change never overtakes what
   * it stands on.
   *
   * @param now nanoseconds of the driver's clock
   */
  public @Nullable Response poll(long now) {
    return push.poll(now);
  }

  /** When {@link #poll} must be called though nothing happens; {@link Long#MAX_VALUE} for never. */
  public long nextDeadline() {
    return push.nextDeadline();
  }

  /** Whether the first request has come, and with it the node. */
  public boolean isConnected() {
    return connected;
  }

  /** The node of the first request without its extensions; the default instance before that. */
  public Node node() {
    return stream.client().node();
  }

  /** The types that the client has asked for, in push order. */
  public Set<ResourceType> types() {
    return Set.copyOf(types.keySet());
  }

  /** The types of which a response is to be sent, now or after what must be accepted before it. */
  public Set<ResourceType> owing() {
    return typesThat(
        session -> {
          TypeView shown = push.shownBy(session);
          return holdsBack(session.type()) || (shown != null && session.owes(shown));
        });
  }

  /** The types in which a step from one view to another changes something that is subscribed. */
  public Set<ResourceType> selecting(View from, View to) {
    return typesThat(
        session -> session.selectsAny(from.type(session.type()), to.type(session.type())));
  }

  private Set<ResourceType> typesThat(Predicate<TypeSession> condition) {
    Set<ResourceType> some = Set.of();
    for (TypeSession session : types.values()) {
      if (condition.test(session)) {
        some = some.isEmpty() ? new LinkedHashSet<>() : some;
        some.add(session.type());
      }
    }
    return some;
  }

  /** What is held back now, so that nothing in use breaks (O). */
  public List<Hold> holds() {
    return push.holds();
  }

  /** What began to wait, or waits no more, since this was asked last. */
  public List<HoldEvent> takeHoldEvents() {
    return push.takeEvents();
  }

  /** Whether something of a type waits for the client, other than for connections to drain (O). */
  public boolean holdsBack(ResourceType type) {
    return push.holdsBack(type);
  }

  /** How much it remembers for its client (B-3). */
  public Footprint footprint() {
    long names = 0;
    long characters = 0;
    for (TypeSession session : types.values()) {
      names += session.namesKept();
      characters += session.type().typeUrl().length() + session.subscription().characters();
    }
    return new Footprint(types.size(), names, characters);
  }

  /** How each type stands, in push order (ST-1). */
  public List<TypeStatus> status() {
    return types.values().stream()
        .map(session -> session.status(holdsBack(session.type()) ? null : push.shownBy(session)))
        .toList();
  }

  /** Whether the client may be using a version, as far as this session knows. */
  public boolean mayBeUsed(ResourceType type, String name, String version) {
    TypeSession session = types.get(type);
    return session == null || session.mayBeUsed(name, version);
  }

  /** N-1: the first request of the stream counts, with or without a node (N-4). */
  private boolean connect(Node node) {
    boolean first = !connected;
    if (first) {
      connected = true;
      stream.connected(node);
    }
    return first;
  }

  private @Nullable TypeSession typeOf(String nonce) {
    return nonce.isEmpty()
        ? null
        : types.values().stream().filter(type -> type.issued(nonce)).findFirst().orElse(null);
  }

  /** Nonces are "number of the type"."number of the response", so they tell their type. */
  private String noncePrefix() {
    return (Integer.toString(types.size(), NONCE_RADIX) + ".").intern(); // few, on many streams
  }

  /** N-2: another node id changes nothing, but is told. */
  private boolean isOther(Node node) {
    return !node.getId().isEmpty() && !node.getId().equals(stream.client().id());
  }
}
