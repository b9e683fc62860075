package io.binnacle.core.server;

/**
 * Something began to wait on a stream, or waits no more.
 *
 * @param hold as it stood then
 */
public record HoldEvent(Hold hold, Kind kind) {

  /** What happened to the hold. */
  public enum Kind {
    /** It began to wait. */
    BEGAN,
    /** What it waited for has come, or it is no longer needed. */
    ENDED,
    /** It waited as long as it may, and goes though what it waits for has not come (O-4). */
    TIMED_OUT
  }
}
