package io.binnacle.server.internal.poll;

import java.time.Duration;

/**
 * How long a poll may be held, and what is answered when there was no news.
 *
 * @param waitNanos from its arrival
 * @param restates whether the same content is sent again in place of "unchanged" (P-6)
 */
public record PollTerms(long waitNanos, boolean restates) {

  private static final long MARGIN_FLOOR = Duration.ofMillis(100).toNanos();
  private static final long MARGIN_CEILING = Duration.ofSeconds(1).toNanos();

  /**
   * Those of a client that gives up after a time: the answer goes out with a margin before it,
   * since Envoy counts a timeout as a failure (P-2, ED-98).
   *
   * @param mostNanos how long this server holds a poll
   * @param patienceNanos after how long the client gives up; {@link Long#MAX_VALUE} for never
   */
  static PollTerms of(long mostNanos, long patienceNanos, boolean restates) {
    if (patienceNanos == Long.MAX_VALUE) {
      return new PollTerms(mostNanos, restates);
    }
    long patience = Math.max(0, patienceNanos);
    long margin = Math.min(Math.max(patience / 10, MARGIN_FLOOR), MARGIN_CEILING);
    return new PollTerms(Math.min(mostNanos, patience - Math.min(margin, patience / 2)), restates);
  }
}
