package io.binnacle.core.client;

import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a cache from whole answers without nonces, of one type: REST-JSON polls (P), unary Fetch,
 * and files (F-1), which are answers that nobody asked for. An answer counts as a SotW response: of
 * a full-state type it is the whole state, of another one it adds and changes.
 *
 * <p>How to drive polls: send what {@link #request} gives, and say what came of it by {@link
 * #onAnswer}, {@link #onUnchanged} or {@link #onFailed}; then again after the delay, or at once
 * when {@link #wantsPoll} says so: end a poll that is held then. Files: only {@link #onAnswer}.
 *
 * <p>Owned by the thread of its cache.
 */
public final class PollingClientSession {

  /**
   * A session that has not asked yet.
   *
   * @param settings with the type that is polled
   */
  public PollingClientSession(ResourceCache cache, ClientSettings settings) {
    throw new UnsupportedOperationException();
  }

  /** Whether names changed since the last request, so that the next one should not wait. */
  public boolean wantsPoll() {
    throw new UnsupportedOperationException();
  }

  /**
   * The poll to send now; null when nothing of the type is watched. It carries the version of the
   * last accepted answer while the names are the same, and once the error of a rejected one (P-3).
   */
  public @Nullable DiscoveryRequest request(long now) {
    throw new UnsupportedOperationException();
  }

  /** A 200 with this body, or the content of a file. */
  public ResponseFacts onAnswer(DiscoveryResponse answer, long now) {
    throw new UnsupportedOperationException();
  }

  /** A 304: what was accepted last is current. */
  public void onUnchanged(long now) {
    throw new UnsupportedOperationException();
  }

  /** No answer, or one that says nothing: all stays as it is, and its time does not count (C-7). */
  public void onFailed(long now) {
    throw new UnsupportedOperationException();
  }

  /** Names that were asked for and have not come in time do not exist (C-7). */
  public void onTime(long now) {
    throw new UnsupportedOperationException();
  }

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  public long nextDeadline() {
    throw new UnsupportedOperationException();
  }

  /** Leaves the cache; the session must not be used any more. */
  public void close() {
    throw new UnsupportedOperationException();
  }
}
