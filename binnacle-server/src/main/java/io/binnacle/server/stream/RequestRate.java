package io.binnacle.server.stream;

/**
 * A token bucket for the requests of one stream (B-3). Owned by the stream's loop; times are the
 * loop's nanoseconds.
 */
final class RequestRate {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double perNano;
  private final double burst;
  private double tokens;
  private long at;

  RequestRate(StreamLimits limits, long now) {
    perNano = limits.requestsPerSecond() / NANOS_PER_SECOND;
    burst = limits.requestBurst();
    tokens = burst;
    at = now;
  }

  /**
   * Books one request.
   *
   * @return for how many nanoseconds no further one is to be read; 0 for none
   */
  long take(long now) {
    tokens = Math.min(burst, tokens + (now - at) * perNano) - 1;
    at = now;
    return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / perNano);
  }
}
