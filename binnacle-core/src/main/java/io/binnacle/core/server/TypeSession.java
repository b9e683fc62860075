package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** One type on one stream. Owned by the thread of its {@link ServerSession}. */
sealed interface TypeSession permits SotwTypeSession, DeltaTypeSession {

  /** The books of one type on one stream, for the order between types (O). */
  record Books(
      Subscription subscription, Ledger ledger, Debts debts, Unsent unsent, Brought brought) {

    /** Whether a response was sent that is still open, or is being sent. */
    boolean hasAnswered() {
      return !ledger.outstanding().isEmpty() || !unsent.isEmpty();
    }
  }

  ResourceType type();

  /** What it books; for reading at once. */
  Books books();

  /** Whether the next answer is the first one and would not hold this resource (D-5). */
  boolean coveredAtFirst(Resource resource);

  /** Names that a delta client listed at its first request, and that nothing was said of yet. */
  Collection<String> listed();

  /**
   * Whether the client may hold some version of a name from an earlier stream, though nothing was
   * said of it on this one.
   */
  boolean mayHold(String name);

  /** The version that the client gave at its first request, while that is not answered (S-15). */
  String claimedVersion();

  /**
   * The next response, booked as sent, or null when there is nothing to say.
   *
   * @param target what the client is to see now
   * @param now nanoseconds of the driver's clock
   */
  @Nullable Response poll(TypeView target, long now);

  /**
   * S-17: sends these names, as far as they are subscribed and exist, though they did not change.
   */
  void resend(Collection<String> names);

  /** These names are being looked up; see {@link ServerSession#await}. */
  void await(Collection<String> names);

  /** Lookups of these names have ended; see {@link ServerSession#settle}. */
  void settle(Collection<String> names, boolean known);

  /** Whether {@link #poll} would give a response now, heartbeats apart. */
  boolean owes(TypeView target);

  /**
   * When {@link #poll} must be called though nothing happens; {@link Heartbeats#NEVER} for never.
   */
  long nextDeadline();

  /** Whether the client said that it holds something from an earlier stream (G-3a). */
  boolean claimsState();

  /** What the client was shown last; null when nothing yet. */
  @Nullable TypeView sent();

  /** Whether a nonce belongs to a response of this type on this stream. */
  boolean issued(String nonce);

  /**
   * How the type stands.
   *
   * @param target what the client is to see; null while that is not known
   */
  TypeStatus status(@Nullable TypeView target);
}
