package io.binnacle.server.resolve;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Lookups by type and outcome, with how long they took. Owned by the thread of the lookups. */
final class LookupMetrics implements LookupListener {

  private record Key(ResourceType type, Outcome outcome) {}

  private final MeterRegistry registry;
  private final Map<Key, Timer> timers = new HashMap<>();

  LookupMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void onLookup(LookupEvent event) {
    timers
        .computeIfAbsent(new Key(event.lookup().type(), event.outcome()), this::timer)
        .record(event.nanos(), TimeUnit.NANOSECONDS);
  }

  private Timer timer(Key key) {
    return Timer.builder("xds.server.lookups")
        .description("Names that resolvers were asked for, by what came of it")
        .tags(
            "type",
            key.type().shortName(),
            "outcome",
            key.outcome().name().toLowerCase(Locale.ROOT))
        .register(registry);
  }
}
