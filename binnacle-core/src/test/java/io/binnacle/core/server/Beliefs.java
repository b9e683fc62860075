package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;

/** What a session believes of its client, for tests outside of this package. */
public final class Beliefs {

  private Beliefs() {}

  /** Whether a session takes it for possible that its client uses a version of a name. */
  public static boolean mayBeUsed(
      ServerSession session, ResourceType type, String name, String version) {
    return session.mayBeUsed(type, name, version);
  }
}
