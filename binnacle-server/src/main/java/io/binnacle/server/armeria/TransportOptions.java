package io.binnacle.server.armeria;

import java.time.Duration;

/**
 * Limits and times of the transport.
 *
 * @param maxRequestBytes size of one request message (B-3)
 * @param maxStreamsPerConnection discovery streams of one connection (B-3)
 * @param pingInterval after how long without a byte from a peer it is pinged (B-8)
 * @param pingTimeout how long after that ping a silent peer counts as dead
 */
public record TransportOptions(
    int maxRequestBytes, int maxStreamsPerConnection, Duration pingInterval, Duration pingTimeout) {

  public static final TransportOptions DEFAULTS =
      new TransportOptions(4 << 20, 10_000, Duration.ofSeconds(30), Duration.ofSeconds(10));

  public TransportOptions {
    if (maxRequestBytes <= 0 || maxStreamsPerConnection <= 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
    if (!isPositive(pingInterval) || !isPositive(pingTimeout)) {
      throw new IllegalArgumentException("ping interval and timeout must be positive");
    }
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }
}
