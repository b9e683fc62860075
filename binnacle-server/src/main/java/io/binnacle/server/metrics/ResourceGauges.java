package io.binnacle.server.metrics;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Gauges over what is published. {@link #refresh} is called by one thread at a time. */
final class ResourceGauges {

  private final Catalog catalog;
  private final MultiGauge resources;
  private final MultiGauge missing;
  private final MultiGauge expiry;

  /** A resource is immutable, so its certificate is read once. */
  private final Map<Resource, SecretExpiry> expiries = new WeakHashMap<>();

  /** A view is immutable, so it is looked through once. */
  private final Map<View, Map<ResourceType, Integer>> missingIn = new WeakHashMap<>();

  ResourceGauges(MeterRegistry registry, Catalog catalog) {
    this.catalog = catalog;
    resources =
        MultiGauge.builder("xds.server.resources")
            .description("Published resources; of a template, those of its largest view")
            .register(registry);
    missing =
        MultiGauge.builder("xds.server.missing.references")
            .description("Names that published resources refer to and that are not published")
            .register(registry);
    expiry =
        MultiGauge.builder("xds.secret.expiry.timestamp.seconds")
            .description("When the first certificate of a secret expires, in seconds since 1970")
            .register(registry);
  }

  synchronized void refresh() {
    Map<Tags, Integer> sizes = new HashMap<>();
    Map<Tags, Integer> lacking = new HashMap<>();
    Map<Tags, Instant> ends = new HashMap<>();
    for (String group : catalog.groups()) {
      for (View view : catalog.views(group).values()) {
        for (ResourceType type : view.types()) {
          sizes.merge(tags(group, type), view.type(type).size(), Math::max);
        }
        missingIn
            .computeIfAbsent(view, MissingReferences::in)
            .forEach((type, count) -> lacking.merge(tags(group, type), count, Math::max));
        secrets(group, view.type(ResourceType.SECRET), ends);
      }
    }
    resources.register(rows(sizes), true);
    missing.register(rows(lacking), true);
    List<MultiGauge.Row<?>> expiryRows = new ArrayList<>();
    ends.forEach((tags, end) -> expiryRows.add(MultiGauge.Row.of(tags, end.getEpochSecond())));
    expiry.register(expiryRows, true);
  }

  private static Tags tags(String group, ResourceType type) {
    return Tags.of("group", group, "type", ServerMetrics.known(type).shortName());
  }

  private void secrets(String group, TypeView secrets, Map<Tags, Instant> ends) {
    for (Resource secret : secrets.all()) {
      @Nullable Instant end = expiries.computeIfAbsent(secret, SecretExpiry::of).end();
      if (end != null) {
        Tags tags = Tags.of("group", group, "secret", secret.name());
        ends.merge(tags, end, (a, b) -> a.isBefore(b) ? a : b);
      }
    }
  }

  private static List<MultiGauge.Row<?>> rows(Map<Tags, Integer> counts) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    counts.forEach((tags, count) -> rows.add(MultiGauge.Row.of(tags, count)));
    return rows;
  }
}
