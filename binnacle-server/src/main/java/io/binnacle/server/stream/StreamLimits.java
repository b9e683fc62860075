package io.binnacle.server.stream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits that hold for streams (B-3, B-7).
 *
 * @param streams open streams of the whole server
 * @param requestsPerSecond of one stream, on average; above it reading pauses and nothing is closed
 * @param requestBurst requests that one stream may send at once
 * @param maxAge after how long a stream is ended as UNAVAILABLE, so that its client reconnects,
 *     maybe to another instance; zero for never
 * @param ageJitter the part of the age by which streams may end earlier, each at random, so that a
 *     fleet does not come back all at once: from 0, none, to 1
 * @param secretsInPlaintext whether Secrets go over connections that others could read (SDS-1)
 */
public record StreamLimits(
    int streams,
    double requestsPerSecond,
    int requestBurst,
    Duration maxAge,
    double ageJitter,
    boolean secretsInPlaintext) {

  private static final double DEFAULT_JITTER = 0.2;

  /** Those of B-3, and no bound of age. */
  public static final StreamLimits DEFAULTS = new StreamLimits(100_000, 1_000, 10_000);

  public StreamLimits {
    requireNonNull(maxAge, "maxAge");
    requirePositive("streams", streams);
    requirePositive("requestsPerSecond", requestsPerSecond);
    requirePositive("requestBurst", requestBurst);
    if (maxAge.isNegative()) {
      throw new IllegalArgumentException("the age must be positive, or zero for none: " + maxAge);
    }
    if (!(ageJitter >= 0 && ageJitter <= 1)) {
      throw new IllegalArgumentException("the jitter is a part, from 0 to 1, not " + ageJitter);
    }
  }

  private static void requirePositive(String what, Number value) {
    if (!(value.doubleValue() > 0)) {
      throw new IllegalArgumentException(what + " must be positive, and is " + value);
    }
  }

  /** Limits without a bound of age. */
  public StreamLimits(int streams, double requestsPerSecond, int requestBurst) {
    this(streams, requestsPerSecond, requestBurst, Duration.ZERO, DEFAULT_JITTER, false);
  }

  /** These limits with another number of open streams. */
  public StreamLimits withStreams(int most) {
    return new StreamLimits(
        most, requestsPerSecond, requestBurst, maxAge, ageJitter, secretsInPlaintext);
  }

  /** These limits with another rate of requests on one stream. */
  public StreamLimits withRequestRate(double perSecond, int burst) {
    return new StreamLimits(streams, perSecond, burst, maxAge, ageJitter, secretsInPlaintext);
  }

  /**
   * These limits with another bound of age (B-7).
   *
   * @param age zero for none
   * @param jitter from 0 to 1: 0.2 ends streams after 80 to 100 percent of the age
   */
  public StreamLimits withMaxAge(Duration age, double jitter) {
    return new StreamLimits(
        streams, requestsPerSecond, requestBurst, age, jitter, secretsInPlaintext);
  }

  /** These limits, with Secrets served or not where others could read them (SDS-1). */
  public StreamLimits withSecretsInPlaintext(boolean allowed) {
    return new StreamLimits(streams, requestsPerSecond, requestBurst, maxAge, ageJitter, allowed);
  }

  /**
   * How old one stream may become, in nanoseconds.
   *
   * @param random from 0 to 1
   */
  public long ageNanos(double random) {
    return maxAge.isZero() ? Long.MAX_VALUE : (long) (maxAge.toNanos() * (1 - ageJitter * random));
  }
}
