package io.binnacle.app.check;

import java.time.Duration;

/**
 * How long is waited.
 *
 * @param answer how long an answer, or the effect of a change, may take
 * @param quiet how long nothing may come for silence to count as such
 */
public record Timing(Duration answer, Duration quiet) {

  public Timing {
    if (answer.isNegative() || answer.isZero() || quiet.isNegative() || quiet.isZero()) {
      throw new IllegalArgumentException("both times must be positive");
    }
  }
}
