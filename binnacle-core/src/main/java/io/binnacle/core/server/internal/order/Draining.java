package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Clusters that listeners named themselves, in inline routes or other filters, and name no more:
 * connections on the former filter chains go on with them while they drain (O-9).
 *
 * <p>What the client brought from an earlier stream, and may use without anybody else knowing, is
 * kept in the same way; but a time that an earlier stream of the node set is not set anew. Of a
 * client without connections that drain nothing is kept here.
 *
 * <p>Owned by the thread of its session.
 */
final class Draining {

  private static final long NEVER = Long.MIN_VALUE;

  private final StreamContext stream;

  /** Name of a cluster to the time at which the last such connection is over. */
  private Map<String, Long> until = Map.of();

  private long unknownUntil = NEVER;

  Draining(StreamContext stream) {
    this.stream = stream;
  }

  /** Whether connections of the client may use what no listener names any more. */
  boolean isPossible() {
    return stream.client().drains();
  }

  /** A response was sent in which listeners changed or went away. */
  void changed(List<Change> listeners, long untilThen) {
    for (Change change : listeners) {
      if (change.before() != null) {
        replaced(change.before(), change.after(), untilThen);
      }
    }
  }

  /** A response was sent; a listener that may be in use may be replaced by what is shown now. */
  void replaced(Resource used, TypeView shown, long untilThen) {
    replaced(used, shown.get(used.name()), untilThen);
  }

  private void replaced(Resource used, @Nullable Resource after, long untilThen) {
    Set<String> former = clustersOf(used);
    if (after != null) {
      former.removeAll(clustersOf(after));
    }
    if (!former.isEmpty() && until.isEmpty()) {
      until = new HashMap<>();
    }
    former.forEach(cluster -> until.put(cluster, untilThen));
  }

  private static Set<String> clustersOf(Resource listener) {
    Set<String> clusters = new HashSet<>();
    for (Reference reference : listener.references()) {
      if (reference.type().equals(ResourceType.CLUSTER)) {
        clusters.add(reference.name());
      }
    }
    return clusters;
  }

  /**
   * Until when a cluster that is gone may be in use; in the past when it is not.
   *
   * @param unknown until when any cluster may be, in the past when that is over
   */
  long until(String cluster, long unknown, long now) {
    long known = until.getOrDefault(cluster, NEVER);
    if (unknown <= now) {
      return known;
    }
    long first = stream.memory().keptUntil(stream.client().id(), cluster, unknown, now);
    return Math.max(known, Math.min(unknown, first));
  }

  /** Listeners changed whose former content nobody knows: it may have named anything (O-10). */
  void changedFromUnknown(long untilThen) {
    unknownUntil = untilThen;
  }

  /** Until when any cluster may be in use that the client brought from an earlier stream. */
  long unknownUntil() {
    return unknownUntil;
  }

  boolean isEmpty() {
    return until.isEmpty() && unknownUntil == NEVER;
  }

  /** Forgets what is over, and of the clusters that exist when they were to go. */
  void forget(TypeView clusters, long now) {
    stream.memory().areBack(stream.client().id(), name -> clusters.get(name) != null);
    unknownUntil = unknownUntil <= now ? NEVER : unknownUntil;
    if (!until.isEmpty()) {
      until.values().removeIf(time -> time <= now);
      until = until.isEmpty() ? Map.of() : until;
    }
  }
}
