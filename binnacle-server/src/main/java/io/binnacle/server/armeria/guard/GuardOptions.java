package io.binnacle.server.armeria.guard;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What one connection may do (B-9).
 *
 * @param maxHeaderBytes size of the headers of one request, names and values together: in gRPC its
 *     metadata
 * @param requestTime how long a TLS handshake, a request over HTTP/1.1 from its first byte to its
 *     last, or a frame of HTTP/2 may take
 * @param unreadAnswers how many PINGs, SETTINGS and faults are answered while the peer reads none
 *     of the answers
 * @param resets how many streams the peer may reset at once
 * @param resetsPerSecond how many on average
 */
public record GuardOptions(
    int maxHeaderBytes,
    Duration requestTime,
    int unreadAnswers,
    int resets,
    double resetsPerSecond) {

  /** Without ADS Envoy has a stream for each resource, and resets it with the resource (ED-50). */
  private static final int RESETS = 20_000;

  /** Those of B-9. */
  public static final GuardOptions DEFAULTS =
      new GuardOptions(32 << 10, Duration.ofSeconds(20), 10_000, RESETS, RESETS / 60.0);

  public GuardOptions {
    requireNonNull(requestTime, "requestTime");
    requirePositive("maxHeaderBytes", maxHeaderBytes);
    requirePositive("requestTime", requestTime.toNanos());
    requirePositive("unreadAnswers", unreadAnswers);
    requirePositive("resets", resets);
    requirePositive("resetsPerSecond", resetsPerSecond);
  }

  private static void requirePositive(String what, Number value) {
    if (!(value.doubleValue() > 0)) {
      throw new IllegalArgumentException(what + " must be positive, and is " + value);
    }
  }

  /** These options with another size of headers. */
  public GuardOptions withMaxHeaderBytes(int most) {
    return new GuardOptions(most, requestTime, unreadAnswers, resets, resetsPerSecond);
  }

  /** These options with another time for one request. */
  public GuardOptions withRequestTime(Duration time) {
    return new GuardOptions(maxHeaderBytes, time, unreadAnswers, resets, resetsPerSecond);
  }

  /** These options with another number of answers that are not read. */
  public GuardOptions withUnreadAnswers(int most) {
    return new GuardOptions(maxHeaderBytes, requestTime, most, resets, resetsPerSecond);
  }

  /** These options with another rate of resets. */
  public GuardOptions withResets(int atOnce, double perSecond) {
    return new GuardOptions(maxHeaderBytes, requestTime, unreadAnswers, atOnce, perSecond);
  }
}
