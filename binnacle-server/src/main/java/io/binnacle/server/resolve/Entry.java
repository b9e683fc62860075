package io.binnacle.server.resolve;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.ResourceError;
import io.binnacle.server.internal.stream.NameLookups.NameWaiter;
import io.binnacle.server.internal.threads.Loop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A name that was asked for in a group. Owned by the thread of {@link Resolvers}. */
final class Entry {

  /** The result of the last lookup. */
  enum State {
    UNKNOWN,
    FOUND,
    ABSENT
  }

  final Lookup lookup;

  /** The node that asked first: its share pays for the lookups. */
  final String nodeId;

  /** Streams that wait for an answer, or may hold what the name stands for. */
  final Set<NameWaiter> waiters = new LinkedHashSet<>();

  State state = State.UNKNOWN;

  /** As the resolver gave them: one, or the members of a collection; empty unless found. */
  List<Resource> resources = List.of();

  /** How many of the names of its group it counts for. */
  int weight = 1;

  /** The error that clients are sent with the absence (D-17); null for none. */
  @Nullable ResourceError error;

  /** From then on the state is too old. */
  long expiresAt;

  /** Number of the newest lookup. */
  long attempt;

  /** A lookup waits in line, or runs. */
  boolean looking;

  boolean running;

  /** Another lookup is wanted when this one has ended. */
  boolean again;

  /** Streams that name it. */
  int users;

  /** It is not among the names any more. */
  boolean forgotten;

  /** When the waiters are answered without a result. */
  Loop.@Nullable Timer patience;

  /** When the running lookup is given up. */
  Loop.@Nullable Timer limit;

  Entry(Lookup lookup, String nodeId, long now) {
    this.lookup = lookup;
    this.nodeId = nodeId;
    this.expiresAt = now;
  }

  boolean isExpired(long now) {
    return expiresAt - now <= 0;
  }

  void cancelTimers() {
    if (patience != null) {
      patience.cancel();
      patience = null;
    }
    if (limit != null) {
      limit.cancel();
      limit = null;
    }
  }
}
