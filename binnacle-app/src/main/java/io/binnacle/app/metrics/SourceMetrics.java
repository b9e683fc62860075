package io.binnacle.app.metrics;

import io.binnacle.sources.SourceEvent;
import io.binnacle.sources.SourceListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts reloads (M-1): {@code xds_config_reloads_total} by source and result ({@code success},
 * {@code unchanged}, {@code failure}) and the time of the last success. Safe for all threads.
 */
public final class SourceMetrics implements SourceListener {

  private final MeterRegistry registry;
  private final Clock clock;
  private final Map<String, Double> lastSuccess = new ConcurrentHashMap<>();

  public SourceMetrics(MeterRegistry registry, Clock clock) {
    this.registry = registry;
    this.clock = clock;
  }

  @Override
  public void on(SourceEvent event) {
    if (event instanceof SourceEvent.Loaded) {
      count(event, "success");
      succeeded(event.source());
    } else if (event instanceof SourceEvent.Unchanged) {
      count(event, "unchanged");
    } else if (event instanceof SourceEvent.Failed) {
      count(event, "failure");
    }
  }

  private void count(SourceEvent event, String result) {
    registry.counter("xds.config.reloads", "source", event.source(), "result", result).increment();
  }

  private void succeeded(String source) {
    double now = clock.millis() / 1000.0;
    if (lastSuccess.put(source, now) == null) {
      Gauge.builder(
              "xds.config.last.reload.success.timestamp",
              lastSuccess,
              times -> times.getOrDefault(source, 0.0))
          .baseUnit("seconds")
          .tag("source", source)
          .register(registry);
    }
  }
}
