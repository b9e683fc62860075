package io.binnacle.server.metrics;

import io.binnacle.server.catalog.CatalogListener;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.catalog.PublicationProgress;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the clients of a group take from a publish to the last ACK. A publish that nobody
 * accepted, since it concerned nobody or all refused it, is no convergence. Safe from any thread.
 */
final class Convergence implements CatalogListener {

  private final MeterRegistry registry;
  private final LongSupplier clock;

  Convergence(MeterRegistry registry, LongSupplier clock) {
    this.registry = registry;
    this.clock = clock;
  }

  @Override
  public void onPublish(PublicationProgress publication) {
    long from = clock.getAsLong();
    publication.whenSettled().thenAccept(result -> settled(result, clock.getAsLong() - from));
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
