package io.binnacle.server.metrics;

import io.binnacle.server.catalog.CatalogListener;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.catalog.PublicationWatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long the clients of a group take from a publish to the last ACK. A publish that nobody
 * accepted, since it concerned nobody or all refused it, is no convergence.
 *
 * <p>Where clients are slow it is a sample: of each group a few publishes are followed at a time,
 * and one that has taken a minute makes room for another. So a client that does not read costs no
 * more with each publish. Safe from any thread.
 */
final class Convergence implements CatalogListener {

  private static final int MOST_FOLLOWED = 8;
  private static final long PATIENCE = Duration.ofMinutes(1).toNanos();

  private record Followed(PublicationWatch watch, long from) {}

  private final MeterRegistry registry;
  private final LongSupplier clock;

  /** What is followed now, by group, the oldest first. */
  private final Map<String, Deque<Followed>> groups = new HashMap<>();

  Convergence(MeterRegistry registry, LongSupplier clock) {
    this.registry = registry;
    this.clock = clock;
  }

  @Override
  public void onPublish(PublicationProgress publication) {
    Followed followed = follow(publication);
    if (followed != null) {
      followed
          .watch()
          .settled()
          .thenAccept(
              result -> {
                forget(result.group(), followed);
                settled(result, clock.getAsLong() - followed.from());
              });
    }
  }

  private synchronized @Nullable Followed follow(PublicationProgress publication) {
    long now = clock.getAsLong();
    Deque<Followed> open = groups.computeIfAbsent(publication.group(), g -> new ArrayDeque<>());
    if (open.size() >= MOST_FOLLOWED) {
      Followed oldest = open.getFirst();
      if (now - oldest.from() < PATIENCE) {
        return null;
      }
      open.removeFirst();
      oldest.watch().stop();
    }
    Followed followed = new Followed(publication.watch(), now);
    open.add(followed);
    return followed;
  }

  private synchronized void forget(String group, Followed followed) {
    Deque<Followed> open = groups.get(group);
    if (open != null && open.remove(followed) && open.isEmpty()) {
      groups.remove(group);
    }
  }

  @Override
  public void onRendered(String group) {}

  @Override
  public void onAssignerChanged() {}

  private void settled(Publication.Result result, long nanos) {
    if (!result.in(State.ACKED).isEmpty()) {
      Timer.builder("xds.server.convergence")
          .description("From a publish to the last ACK")
          .tags("group", result.group())
          .register(registry)
          .record(nanos, TimeUnit.NANOSECONDS);
    }
  }
}
