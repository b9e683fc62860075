package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Encoder.Heartbeat;
import io.binnacle.core.view.TypeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the TTL resources of one type on one stream must be kept alive: one timer for all (L-3).
 * Times are nanoseconds of the driver's clock. Owned by the thread of its session.
 */
final class Heartbeats {

  static final long NEVER = Long.MAX_VALUE;

  private long dueAt = NEVER;

  /** Of refused TTL resources: the version that the client accepted before, null for none (L-3). */
  private Map<String, @Nullable String> acceptedBefore = Map.of();

  long dueAt() {
    return dueAt;
  }

  /** The client was sent these: they must be kept alive from now on. */
  void sent(List<Resource> resources, long now) {
    for (Resource resource : resources) {
      Duration ttl = resource.ttl();
      if (ttl != null) {
        dueAt = Math.min(dueAt, now + ttl.toNanos() / 2);
      }
    }
  }

  /** The client listed a TTL resource that it holds, of unknown age: keep it alive at once. */
  void resumed(long now) {
    dueAt = Math.min(dueAt, now);
  }

  void acked(Open open) {
    // L-4: a heartbeat keeps the former version alive, it does not bring the refused one
    if (!open.heartbeat() && !acceptedBefore.isEmpty()) {
      open.part().changed().forEach(resource -> acceptedBefore.remove(resource.name()));
    }
  }

  void nacked(Open open) {
    for (Resource resource : open.part().changed()) {
      if (resource.ttl() != null && acceptedBefore.isEmpty()) {
        acceptedBefore = new HashMap<>();
      }
      if (resource.ttl() != null && !acceptedBefore.containsKey(resource.name())) {
        Resource before = open.before(resource.name());
        acceptedBefore.put(resource.name(), before == null ? null : before.version());
      }
    }
  }

  /** What is to be kept alive now; sets the time of the next heartbeat. */
  List<Heartbeat> take(TypeView view, Subscription subscription, long now) {
    List<Heartbeat> heartbeats = new ArrayList<>();
    long shortest = NEVER;
    for (Resource resource : view.withTtl()) {
      Duration ttl = resource.ttl();
      if (ttl == null || !subscription.selects(resource)) {
        continue;
      }
      shortest = Math.min(shortest, ttl.toNanos());
      boolean refused = acceptedBefore.containsKey(resource.name());
      String accepted = refused ? acceptedBefore.get(resource.name()) : resource.version();
      if (accepted != null) {
        heartbeats.add(new Heartbeat(resource, accepted));
      }
    }
    dueAt = shortest == NEVER ? NEVER : now + shortest / 2;
    return heartbeats;
  }
}
