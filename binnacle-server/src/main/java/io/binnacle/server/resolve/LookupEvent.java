package io.binnacle.server.resolve;

/**
 * How a lookup ended.
 *
 * @param message why it failed, or did not happen; else empty
 * @param nanos how long it took; 0 where none took place
 */
public record LookupEvent(Lookup lookup, Outcome outcome, String message, long nanos) {

  /** How it ended. */
  public enum Outcome {
    FOUND,
    ABSENT,
    /** The resolver failed, or gave something else than what was asked for. */
    FAILED,
    /** No result came in time. */
    TIMED_OUT,
    /** The node asked for too many names in too short a time. */
    THROTTLED,
    /** The group has as many names as it may have, all of them in use. */
    REFUSED
  }
}
