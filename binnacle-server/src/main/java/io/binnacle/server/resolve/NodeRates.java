package io.binnacle.server.resolve;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A token bucket for each node id that asked lately. Owned by the thread of {@link Resolvers};
 * times are its nanoseconds.
 */
final class NodeRates {

  private static final int MOST_NODES = 10_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private static final class Bucket {
    double tokens;
    long at;

    Bucket(double tokens, long at) {
      this.tokens = tokens;
      this.at = at;
    }
  }

  private final double perNano;
  private final double burst;

  /** The least recently used goes first: a node id is only a claim of the client. */
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_NODES;
        }
      };

  NodeRates(ResolverOptions options) {
    perNano = options.perSecond() / NANOS_PER_SECOND;
    burst = options.burst();
  }

  /** Whether the node may cause one more lookup now; books it. */
  boolean take(String nodeId, long now) {
    Bucket bucket = buckets.computeIfAbsent(nodeId, id -> new Bucket(burst, now));
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perNano);
    bucket.at = now;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }
}
