package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Debts.Debt;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One type on one stream: what both variants have in common.
 *
 * <p>What the client was shown is one view, {@link #sent}; what it must be sent beside the changes
 * since then are the debts. Owned by the thread of its {@link ServerSession}.
 */
abstract sealed class TypeSession permits SotwTypeSession, DeltaTypeSession {

  /** The books of one type on one stream, for the order between types (O). */
  record Books(
      Subscription subscription, Ledger ledger, Debts debts, Unsent unsent, Brought brought) {

    /** Whether a response was sent that is still open, or is being sent. */
    boolean hasAnswered() {
      return !ledger.outstanding().isEmpty() || !unsent.isEmpty();
    }
  }

  final ResourceType type;
  final StreamContext stream;
  final Subscription subscription;
  final Ledger ledger;
  final Debts debts = new Debts();
  final Heartbeats heartbeats = new Heartbeats();
  final Awaited awaited;
  final Brought brought = new Brought();

  /** The rest of a response that was too large for one (D-11). */
  final Unsent unsent = new Unsent();

  /** What the client was shown last. */
  @Nullable TypeView sent;

  boolean claimsState;

  TypeSession(ResourceType type, StreamContext stream, String noncePrefix) {
    this.type = type;
    this.stream = stream;
    this.subscription = new Subscription(type, stream.client().envoy());
    this.ledger = new Ledger(type, stream, noncePrefix);
    this.awaited = new Awaited(stream, subscription);
  }

  final ResourceType type() {
    return type;
  }

  /** What it books; for reading at once. */
  final Books books() {
    return new Books(subscription, ledger, debts, unsent, brought);
  }

  /** What the client was shown last; null when nothing yet. */
  final @Nullable TypeView sent() {
    return sent;
  }

  /** Whether the client said that it holds something from an earlier stream (G-3a). */
  final boolean claimsState() {
    return claimsState;
  }

  /** Some names are not subscribed any more, and others are newly. */
  final void named(Collection<String> removed, Collection<String> added) {
    awaited.forget(removed);
    brought.forget(removed);
    brought.onTheWay(ledger.outstanding().bring(added));
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
    return ledger.outstanding().isEmpty() ? heartbeats.dueAt() : Heartbeats.NEVER;
  }

  /**
   * How the type stands.
   *
   * @param target what the client is to see; null while that is not known
   */
  final TypeStatus status(@Nullable TypeView target) {
    boolean inStep = sent != null && sent == target && !debts.isPressing() && unsent.isEmpty();
    return ledger.status(subscription, inStep);
  }

  /** Writes a part, which shares its bytes with equal ones of other streams, and books it. */
  final Response send(Part part, String version, @Nullable TypeView from, long now) {
    boolean withTtl = stream.getsTtl() && part.resources().stream().anyMatch(r -> r.ttl() != null);
    ResponseBody body =
        stream.encoded(type, part, version, withTtl, () -> encode(part, version, withTtl));
    if (withTtl) {
      heartbeats.sent(part.resources(), now);
    }
    String nonce = ledger.sent(part, version, from, false);
    ResponseBody whole = awaited.withErrors(body, part);
    return new Response(
        type, nonce, whole, version, part.resources(), part.changed(), announced(part), false);
  }

  /** The bytes of a response that holds a part. */
  abstract ResponseBody encode(Part part, String version, boolean withTtl);

  /** The removals that the client is told of. */
  abstract List<String> announced(Part part);

  /** Whether the next answer is the first one and would not hold this resource (D-5). */
  abstract boolean coveredAtFirst(Resource resource);

  /** Names that a delta client listed at its first request, and that nothing was said of yet. */
  abstract Collection<String> listed();

  /**
   * Whether the client may hold some version of a name from an earlier stream, though nothing was
   * said of it on this one.
   */
  abstract boolean mayHold(String name);

  /** The version that the client gave at its first request, while that is not answered (S-15). */
  abstract String claimedVersion();

  /**
   * The next response, booked as sent, or null when there is nothing to say.
   *
   * @param target what the client is to see now
   * @param now nanoseconds of the driver's clock
   */
  abstract @Nullable Response poll(TypeView target, long now);

  /**
   * S-17: sends these names, as far as they are subscribed and exist, though they did not change.
   */
  abstract void resend(Collection<String> names);

  /** These names are being looked up; see {@link ServerSession#await}. */
  abstract void await(Collection<String> names);

  /** Lookups of these names have ended; see {@link ServerSession#settle}. */
  abstract void settle(SettledNames names);

  /** Whether {@link #poll} would give a response now, heartbeats apart. */
  abstract boolean owes(TypeView target);
}
