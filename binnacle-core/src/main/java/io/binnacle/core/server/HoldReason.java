package io.binnacle.core.server;

/** Why a change or a removal waits on a stream (rules O). */
public enum HoldReason {
  /** It names a cluster that the client has not accepted yet (O-2). */
  CLUSTER_NOT_ACKED(false),
  /** It names a cluster whose assignment the client has not accepted yet (O-2). */
  ASSIGNMENT_NOT_ACKED(false),
  /** It needs a cluster or an assignment that the client refused (O-5). */
  REFUSED(false),
  /** A listener or scope whose routes are held back (O-11). */
  ROUTES_HELD(false),
  /** The client is still deciding on what it was offered before (O-12). */
  STILL_DECIDING(false),
  /** The client has just come back, and has not asked for clusters yet (O-10). */
  RECONNECTED(false),
  /** The client has just come back, and it is not known yet what it uses (O-10). */
  RECONNECTED_REMOVAL(true),
  /** What the client uses still names it (O-3). */
  STILL_NAMED(true),
  /** What the client asked for and has not got yet may name it (O-3). */
  ANSWER_DUE(true),
  /** What the client is to use names it: maybe the next publish brings the successor (O-4). */
  TARGET_NAMES_IT(true),
  /** Connections on the former filter chains of a listener still use it (O-9). */
  DRAINING(true),
  /** The client has not unsubscribed from it yet (O-3, O-9). */
  SUBSCRIBED(true);

  private final boolean ofRemovals;

  HoldReason(boolean ofRemovals) {
    this.ofRemovals = ofRemovals;
  }

  /** Whether it holds back removals only. */
  public boolean isOfRemovals() {
    return ofRemovals;
  }
}
