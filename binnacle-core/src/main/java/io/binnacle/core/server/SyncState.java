package io.binnacle.core.server;

/** How one type stands on one stream. The later one is the worse one. */
public enum SyncState {
  /** The client accepted everything that it is to have. */
  SYNCED,
  /** The client subscribes to nothing of the type any more. */
  UNSUBSCRIBED,
  /** Nothing has been sent yet. */
  NOT_SENT,
  /** A response is not answered yet, or not even sent. */
  STALE,
  /** The client refused the last response that it answered. */
  NACKED,
  /** The stream has ended: what the client holds now is not known. */
  DISCONNECTED
}
