package io.binnacle.server.stream;

/**
 * Limits that hold for streams (B-3).
 *
 * @param streams open streams of the whole server
 * @param requestsPerSecond of one stream, on average; above it reading pauses and nothing is closed
 * @param requestBurst requests that one stream may send at once
 */
public record StreamLimits(int streams, double requestsPerSecond, int requestBurst) {

  public static final StreamLimits DEFAULTS = new StreamLimits(100_000, 1_000, 10_000);

  public StreamLimits {
    if (streams <= 0 || requestsPerSecond <= 0 || requestBurst <= 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }
}
