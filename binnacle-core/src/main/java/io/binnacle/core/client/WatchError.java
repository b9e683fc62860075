package io.binnacle.core.client;

/**
 * Why something cannot be used, or may be out of date.
 *
 * @param message for people; says what is wrong and with what
 */
public record WatchError(Kind kind, String message) {

  /** Whose fault it is. */
  public enum Kind {
    /** No server can be reached. */
    UNAVAILABLE,
    /** The newest content was rejected by validation, and NACKed (C-4). */
    INVALID,
    /** The server reported an error for this resource ({@code resource_errors}, D-17). */
    REPORTED,
    /** The server removed it, and is not to take it away ({@code ignore_resource_deletion}). */
    REMOVED,
    /**
     * The name that is watched is not a legal one, or no server is configured for it.
     */
    MISCONFIGURED
  }
}
