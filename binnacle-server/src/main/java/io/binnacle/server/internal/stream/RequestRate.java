package io.binnacle.server.internal.stream;

import io.binnacle.server.stream.StreamLimits;

/**
 * Token buckets for the requests of streams (B-3), one for each. The state of a bucket is one
 * number, which its stream keeps: when the bucket will be full again. Times are the loop's
 * nanoseconds. Immutable, for all streams of a hub.
 */
final class RequestRate {

  private static final double NANOS_PER_SECOND = 1e9;

  private final long nanosPerRequest;
  private final long burstNanos;

  RequestRate(StreamLimits limits) {
    double interval = NANOS_PER_SECOND / limits.requestsPerSecond();
    nanosPerRequest = Math.round(interval);
    burstNanos = Math.round(interval * limits.requestBurst());
  }

  /**
   * Books one request.
   *
   * @param fullAt the state of the bucket; at first the time of now
   * @return its state after that
   */
  long take(long fullAt, long now) {
    return (fullAt - now > 0 ? fullAt : now) + nanosPerRequest;
  }

  /** For how many nanoseconds no further request is to be read; 0 for none. */
  long pause(long fullAt, long now) {
    return Math.max(0, fullAt - now - burstNanos);
  }
}
