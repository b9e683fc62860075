package io.binnacle.core.server;

import java.time.Duration;

/**
 * How long make before break may hold something back on an ADS stream (O-4).
 *
 * @param additions bound of holding back a change that needs a cluster or its assignment, and of
 *     keeping what the target itself still names
 * @param removals bound of keeping what only draining listeners or a subscription still use
 * @param refusedHolds whether a change that needs a refused resource waits without bound until that
 *     changes (O-5); otherwise the bound of additions holds for it as well
 */
public record OrderOptions(Duration additions, Duration removals, boolean refusedHolds) {

  /** Those of the rules: above the 15 s of Envoy's timers and its 10 min of draining. */
  public static final OrderOptions DEFAULTS =
      new OrderOptions(Duration.ofSeconds(20), Duration.ofMinutes(15), true);

  public OrderOptions {
    requireNotNegative("additions", additions);
    requireNotNegative("removals", removals);
  }

  private static void requireNotNegative(String what, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(what + " must not be negative, and is " + value);
    }
  }
}
