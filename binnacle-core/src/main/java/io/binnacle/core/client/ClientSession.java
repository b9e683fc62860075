package io.binnacle.core.client;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a client says to one server (or to instances of one control plane), over any number of
 * streams, one at a time. It keeps the second and third of the three ledgers of this package: what
 * was asked, and what was received, on the present stream. Both are forgotten with the stream; what
 * is held stays in the {@link ResourceCache}.
 *
 * <p>How to drive it: {@link #onStreamOpened} when a stream is there, {@link #onResponse} for every
 * response, {@link #onStreamClosed} when the stream is over for whatever reason, {@link #onTime}
 * when {@link #nextDeadline} has come. After any of these, after {@code watch} and {@code unwatch}
 * on the cache, and when the transport becomes ready, call {@link #poll} as long as the transport
 * is ready and it gives requests. Nothing is queued inside: changes that were made at once are one
 * request (C-12).
 *
 * <p>Flow control (C-11): give the next response only when the watchers have taken the events of
 * the last one, and say so by {@link #onReadingPaused} and {@link #onReadingResumed}; poll
 * meanwhile as always, so that the ACK does not wait.
 *
 * <p>To move to another server (C-14), make a session for it on the same cache, and {@link #close}
 * this one when the other has answered.
 *
 * <p>Owned by the thread of its cache. Faults of the server become {@link ResponseFacts}; a wrong
 * use by the driver is an {@link IllegalStateException}.
 */
public abstract sealed class ClientSession permits SotwClientSession, DeltaClientSession {

  ClientSession() {}

  /**
   * A stream is there, and what it is asked will be sent at once: with gRPC, when the call is ready
   * the first time, not when it was started (C-7).
   */
  public final void onStreamOpened(long now) {
    throw new UnsupportedOperationException();
  }

  /**
   * The stream is over.
   *
   * @return whether a response was received on it: then its end is no fault of the server, and the
   *     backoff begins anew (C-9)
   */
  public final boolean onStreamClosed(long now) {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes a response of the present stream.
   *
   * @param response a DiscoveryResponse or a DeltaDiscoveryResponse, by the variant of the session
   */
  public abstract ResponseFacts onResponse(Message response, long now);

  /**
   * The next request to write, booked as sent; null when there is nothing to say now, or no stream.
   * Answers go before changes of names, types in push order.
   *
   * @return a DiscoveryRequest or a DeltaDiscoveryRequest, by the variant of the session
   */
  public abstract @Nullable Message poll(long now);

  /** Names that were asked for and have not come in time do not exist (C-7). */
  public final void onTime(long now) {
    throw new UnsupportedOperationException();
  }

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  public final long nextDeadline() {
    throw new UnsupportedOperationException();
  }

  /** Responses are not read for a while, so the time of what does not come stands still (C-11). */
  public final void onReadingPaused(long now) {
    throw new UnsupportedOperationException();
  }

  /** Responses are read again. */
  public final void onReadingResumed(long now) {
    throw new UnsupportedOperationException();
  }

  /** Whether another response may be given: not while many answers wait to be written. */
  public final boolean mayReceive() {
    throw new UnsupportedOperationException();
  }

  /** Leaves the cache; the session must not be used any more. */
  public final void close() {
    throw new UnsupportedOperationException();
  }
}
