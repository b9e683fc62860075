package io.binnacle.core.server;

/** The two forms of every streaming method. */
public enum Variant {
  /** State of the world: DiscoveryRequest and DiscoveryResponse. */
  SOTW,
  /** Incremental: DeltaDiscoveryRequest and DeltaDiscoveryResponse. */
  DELTA
}
