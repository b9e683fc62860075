package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.held.Debts;
import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.core.server.internal.held.Held;
import io.binnacle.core.server.internal.held.Isolation;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.held.Unsent;
import io.binnacle.core.server.internal.order.TypeBooks;
import io.binnacle.core.server.internal.stream.SharedViews;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.SelectedChanges;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Encoder;
import io.binnacle.core.server.internal.wire.Encoder.Heartbeat;
import io.binnacle.core.server.internal.wire.Form;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one stream: what both variants have in common.
 *
 * <p>What the client was shown is one view, {@link #sent}; what it must be sent beside the changes
 * since then are the debts. Owned by the thread of its {@link ServerSession}.
 */
abstract sealed class TypeSession implements TypeBooks permits SotwTypeSession, DeltaTypeSession {

  private final ResourceType type;
  private final StreamContext stream;
  private final Subscription subscription;
  private final Ledger ledger;
  private final Debts debts = new Debts();
  private final Heartbeats heartbeats = new Heartbeats();
  private final PendingLookups awaited;

  /** What the client may be using. */
  private final Held held;

  /** What the client refused, while it refuses anything (S-19). */
  private @Nullable Isolation isolation;

  TypeSession(ResourceType type, StreamContext stream, String noncePrefix) {
    this.type = type;
    this.stream = stream;
    this.subscription = new Subscription(type, stream.client().envoy());
    this.held = new Held(subscription, type.fullState() && stream.variant() == Variant.SOTW);
    this.ledger = new Ledger(type, stream, noncePrefix, held.outstanding());
    this.awaited = new PendingLookups(stream, subscription);
  }

  @Override
  public final ResourceType type() {
    return type;
  }

  final StreamContext stream() {
    return stream;
  }

  @Override
  public final Subscription subscription() {
    return subscription;
  }

  @Override
  public final Held held() {
    return held;
  }

  @Override
  public final Debts debts() {
    return debts;
  }

  final Ledger ledger() {
    return ledger;
  }

  @Override
  public final Set<String> rejectedNames() {
    return ledger.rejectedNames();
  }

  final Heartbeats heartbeats() {
    return heartbeats;
  }

  /** Names that are being looked up. */
  final PendingLookups lookups() {
    return awaited;
  }

  /** How many names it keeps for this client (B-3). */
  long namesKept() {
    return subscription.asked() + held.outstanding().names();
  }

  @Override
  public final @Nullable TypeView known() {
    TypeView accepted = refusedFrom();
    if (accepted != null) {
      return accepted;
    }
    return sent() != null || !claimsState() ? sent() : claimed();
  }

  /** Whether the client may be using a version, as far as this session knows. */
  final boolean mayBeUsed(String name, String version) {
    // S-11: nobody reports to the client of a partial type that something is gone
    boolean isTold = type.fullState() || stream.variant() == Variant.DELTA;
    boolean isSubscribed = subscription.hasWildcard() || subscription.names(name);
    return !isTold || !isSubscribed || held.mayBeUsed(name, version);
  }

  /** What the client accepted last; null unless it refuses something of a full-state SotW type. */
  @Nullable TypeView refusedFrom() {
    return null;
  }

  /**
   * Some names are not subscribed any more, and others are newly.
   *
   * @param accepted the response that the same request acknowledges; null for none
   */
  final void named(Collection<String> removed, Collection<String> added, @Nullable Open accepted) {
    awaited.forget(removed);
    held.named(added, accepted);
    debts.addAll(added, Debt.ASKED);
  }

  /** Whether a nonce belongs to a response of this type on this stream. */
  final boolean issued(String nonce) {
    return ledger.issued(nonce);
  }

  /**
   * When {@link #poll} must be called though nothing happens; {@link Heartbeats#NEVER} for never.
   */
  final long nextDeadline() {
    return held.outstanding().isEmpty() ? heartbeats.dueAt() : Heartbeats.NEVER;
  }

  /**
   * How the type stands.
   *
   * @param target what the client is to see; null while that is not known
   */
  final TypeStatus status(@Nullable TypeView target) {
    boolean inStep =
        sent() != null && sent() == target && !debts.isPressing() && held.unsent().isEmpty();
    Isolation refused = isolation;
    return refused == null
        ? ledger.status(subscription, inStep, Map.of(), 0)
        : ledger.status(subscription, inStep, refused.alone(), refused.pending() + tried());
  }

  /** S-19: how many changes are in a response that is not answered and holds all others too. */
  int tried() {
    return 0;
  }

  @Override
  public final @Nullable Isolation isolation() {
    return isolation;
  }

  @Override
  public final boolean repeatsAll() {
    return type.fullState() && stream.variant() == Variant.SOTW;
  }

  /** S-19: only an Envoy may have applied nothing of a response that it refused (ED-41). */
  final boolean isolates() {
    return stream.client().envoy() && stream.options().isolation();
  }

  /** What is known of refusals, from now on. */
  final Isolation isolating() {
    Isolation present = isolation;
    if (present == null) {
      present = new Isolation();
      isolation = present;
    }
    return present;
  }

  /** The client accepted a response. */
  final void acceptedAlone(Open open) {
    Isolation refused = isolation;
    if (refused != null && !open.heartbeat()) {
      refused.accepted(open.part().names());
      isolation = refused.isEmpty() ? null : refused;
    }
  }

  /** Whether something was refused alone, and waits for its own change. */
  final boolean hasRefusedAlone() {
    return isolation != null && isolation.hasAlone();
  }

  /** Whether something that was refused is to be sent once more. */
  final boolean hasToRetry() {
    return isolation != null && isolation.hasPending();
  }

  /** Forgets refusals of what is gone or was unsubscribed. */
  final void forgetRefusals() {
    Isolation refused = isolation;
    if (refused != null && refused.hasAlone()) {
      refused.retain(this::isOwed);
      forgetRefusalsIfNone(refused);
    }
  }

  /** Nothing is known of refusals any more. */
  final void nothingRefused() {
    isolation = null;
  }

  /** Forgets that there were refusals; says whether none is left. */
  final boolean forgetRefusalsIfNone(Isolation refused) {
    boolean none = refused.isEmpty() && held.outstanding().isEmpty();
    if (none) {
      isolation = null;
      ledger.nothingRefused();
    }
    return none;
  }

  /**
   * S-19: parts what was refused together; what stands alone is known by name and waits for its own
   * change. What a later response brings again is decided by that.
   *
   * @param refused the responses, of a partial type or delta
   */
  final void isolate(List<Open> refused, String text) {
    Isolation apart = isolating();
    if (refused.size() == 1 && refused.get(0).part().changes() == 1) {
      Part part = refused.get(0).part();
      Resource content = part.changed().isEmpty() ? null : part.changed().get(0);
      apart.refusedAlone(part.names().get(0), content, text);
      return;
    }
    Set<String> names = new LinkedHashSet<>();
    refused.forEach(open -> names.addAll(open.part().names()));
    names.removeIf(name -> !isOwed(name) || held.outstanding().isOpen(name));
    apart.refusedTogether(List.copyOf(names), text);
  }

  /**
   * S-19: makes the next group of what was refused a debt. One response of the type is open at a
   * time.
   *
   * @return whether there is one
   */
  final boolean retries(TypeView target) {
    Isolation refused = isolation;
    if (refused == null || !held.outstanding().isEmpty()) {
      return false;
    }
    List<String> group = refused.next(target, name -> isOwed(name) && !isAlias(name, target));
    debts.addAll(refused.takeLeft(), Debt.REFUSED);
    group.forEach(this::owedAgain);
    return !group.isEmpty();
  }

  /** Of an absence that was refused: what appears under an alias is sent as a change (D-14). */
  private static boolean isAlias(String name, TypeView target) {
    Resource resource = target.get(name);
    return resource != null && !resource.name().equals(name);
  }

  /** S-13: whether the client can still want or hold what is owed under a name. */
  abstract boolean isOwed(String name);

  /** A name goes out once more, now. */
  abstract void owedAgain(String name);

  /** What a part holds goes out once more, as far as it is subscribed. */
  abstract void owedAgain(Part part);

  /** The parts that are not written yet are decided on anew. */
  final void withdrawUnsent() {
    held.withdraw().forEach(this::owedAgain);
  }

  /** The next part of a response that was too large for one (D-11); null when there is none. */
  final @Nullable Response rest(TypeView target, long now) {
    Unsent unsent = held.unsent();
    TypeView shown = unsent.isEmpty() ? null : sent();
    if (shown != null
        && unsent.isConcernedBy(SharedViews.changes(stream.shared(), shown, target))) {
      // B-1: while it waited for the transport it changed
      withdrawUnsent();
    }
    TypeView shownBefore = unsent.from();
    return unsent.isEmpty() ? null : send(unsent.take(), ledger.sentVersion(), shownBefore, now);
  }

  /** Writes a part, which shares its bytes with equal ones of other streams, and books it. */
  final Response send(Part part, String version, @Nullable TypeView from, long now) {
    boolean withTtl = stream.getsTtl() && part.resources().stream().anyMatch(r -> r.ttl() != null);
    ResponseBody body =
        new Form(stream.variant() == Variant.DELTA, withTtl, subscription.hasLocators())
            .encoded(stream.shared(), type, part, version, () -> encode(part, version, withTtl));
    if (withTtl) {
      heartbeats.sent(part.resources(), now);
    }
    if (isolation != null && !repeatsAll()) {
      isolation.sent(part.names());
    }
    String nonce = ledger.sent(part, version, from, false);
    ResponseBody whole = awaited.withErrors(body, part);
    return new Response(
        type, nonce, whole, version, part.resources(), part.changed(), announced(part), false);
  }

  /** The heartbeats that are due; null when there are none, or not now. */
  final @Nullable Response heartbeat(TypeView target, long now) {
    // L-4: none while a response of the type is open
    if (heartbeats.dueAt() > now || !held.outstanding().isEmpty()) {
      return null;
    }
    List<Heartbeat> alive = heartbeats.take(target, subscription, now);
    return alive.isEmpty() ? null : heartbeat(alive, target, now);
  }

  /** The response that keeps these alive. */
  abstract Response heartbeat(List<Heartbeat> alive, TypeView target, long now);

  final Response sendHeartbeat(
      List<Heartbeat> alive, ResponseBody body, String version, TypeView target) {
    List<Resource> resources = alive.stream().map(Heartbeat::resource).toList();
    String nonce = ledger.sent(Part.of(resources, List.of()), version, target, true);
    return new Response(type, nonce, body, version, resources, List.of(), List.of(), true);
  }

  /** Writes as this client reads. */
  final Encoder encoder() {
    return new Encoder(stream.options().controlPlaneIdentifier(), subscription.hasLocators());
  }

  /** The bytes of a response that holds a part. */
  abstract ResponseBody encode(Part part, String version, boolean withTtl);

  /** The removals that the client is told of. */
  abstract List<String> announced(Part part);

  /**
   * The view that the client named by its version at its first request, while nothing was shown on
   * this stream (O-10); null when there is none, or nobody knows it.
   */
  abstract @Nullable TypeView claimed();

  /** What the client was shown can be named by its version on a later stream (O-10). */
  abstract void rememberSent();

  /**
   * The next response, booked as sent, or null when there is nothing to say.
   *
   * @param target what the client is to see now
   * @param known what the client is known to hold; null for nothing, or when that is not known
   * @param now nanoseconds of the driver's clock
   */
  abstract @Nullable Response poll(TypeView target, @Nullable TypeView known, long now);

  /** These names are being looked up; see {@link ServerSession#await}. */
  abstract void await(Collection<String> names);

  /** Lookups of these names have ended; see {@link ServerSession#settle}. */
  abstract void settle(SettledNames names);

  /** Whether a step between two views changes something that is subscribed and can be sent. */
  final boolean selectsAny(TypeView from, TypeView to) {
    boolean saysRemovals = type.fullState() || stream.variant() == Variant.DELTA;
    return from != to
        && changes(from, to).stream().anyMatch(change -> saysRemovals || change.after() != null);
  }

  /** What a step between two views changes of what is subscribed. */
  final List<Change> changes(TypeView from, TypeView to) {
    return SelectedChanges.between(stream.shared(), subscription, from, to);
  }
}
