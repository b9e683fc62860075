package io.binnacle.server.armeria.guard;

/** How many streams a connection may still reset: so many at once, and so many a second. */
final class ResetBudget {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double most;
  private final double perNano;
  private double left;
  private long at;

  ResetBudget(GuardOptions options, long now) {
    most = options.resets();
    perNano = options.resetsPerSecond() / NANOS_PER_SECOND;
    left = most;
    at = now;
  }

  /** Whether one more is allowed; then it is taken. */
  boolean take(long now) {
    left = Math.min(most, left + (now - at) * perNano);
    at = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
