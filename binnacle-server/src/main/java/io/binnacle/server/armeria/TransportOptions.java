package io.binnacle.server.armeria;

import static java.util.Objects.requireNonNull;

import io.binnacle.server.armeria.guard.GuardOptions;
import java.time.Duration;

/**
 * Limits and times of the transport.
 *
 * @param maxRequestBytes size of one request message (B-3)
 * @param maxStreamsPerConnection discovery streams of one connection (B-3)
 * @param pingInterval after how long without a byte from a peer it is pinged (B-8)
 * @param pingTimeout how long after that ping a silent peer counts as dead
 * @param guards what one connection may do (B-9)
 */
public record TransportOptions(
    int maxRequestBytes,
    int maxStreamsPerConnection,
    Duration pingInterval,
    Duration pingTimeout,
    GuardOptions guards) {

  /** Those of B-3 and B-8. */
  public static final TransportOptions DEFAULTS =
      new TransportOptions(4 << 20, 10_000, Duration.ofSeconds(30), Duration.ofSeconds(10));

  public TransportOptions {
    requireNonNull(guards, "guards");
    requirePositive("maxRequestBytes", maxRequestBytes, maxRequestBytes > 0);
    requirePositive(
        "maxStreamsPerConnection", maxStreamsPerConnection, maxStreamsPerConnection > 0);
    requirePositive("pingInterval", pingInterval, isPositive(pingInterval));
    requirePositive("pingTimeout", pingTimeout, isPositive(pingTimeout));
  }

  /** Options with the guards of B-9. */
  public TransportOptions(
      int maxRequestBytes,
      int maxStreamsPerConnection,
      Duration pingInterval,
      Duration pingTimeout) {
    this(
        maxRequestBytes, maxStreamsPerConnection, pingInterval, pingTimeout, GuardOptions.DEFAULTS);
  }

  private static void requirePositive(String what, Object value, boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException(what + " must be positive, and is " + value);
    }
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  /** These options with another limit of discovery streams of one connection. */
  public TransportOptions withStreamsPerConnection(int most) {
    return new TransportOptions(maxRequestBytes, most, pingInterval, pingTimeout, guards);
  }

  /** These options with another size of the largest request. */
  public TransportOptions withMaxRequestBytes(int most) {
    return new TransportOptions(most, maxStreamsPerConnection, pingInterval, pingTimeout, guards);
  }

  /** These options with other pings of silent peers (B-8). */
  public TransportOptions withPings(Duration interval, Duration timeout) {
    return new TransportOptions(
        maxRequestBytes, maxStreamsPerConnection, interval, timeout, guards);
  }

  /** These options with another account of what one connection may do (B-9). */
  public TransportOptions withGuards(GuardOptions options) {
    return new TransportOptions(
        maxRequestBytes, maxStreamsPerConnection, pingInterval, pingTimeout, options);
  }
}
