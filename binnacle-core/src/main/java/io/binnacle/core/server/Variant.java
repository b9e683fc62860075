package io.binnacle.core.server;

import io.binnacle.core.method.DiscoveryMethod;

/** How a client takes a type: the two forms of every streaming method, and polling. */
public enum Variant {
  /** State of the world: DiscoveryRequest and DiscoveryResponse. */
  SOTW,
  /** Incremental: DeltaDiscoveryRequest and DeltaDiscoveryResponse. */
  DELTA,
  /** REST-JSON polling (P); no stream. */
  REST,
  /** Unary Fetch over gRPC (P-6); no stream. */
  FETCH;

  /** The variant of a streaming method. */
  public static Variant of(DiscoveryMethod method) {
    return method.delta() ? DELTA : SOTW;
  }
}
