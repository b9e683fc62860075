package io.binnacle.server.metrics;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.status.NodeStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Gauges over all connected nodes. */
final class ClientGauges {

  private final MultiGauge clients;
  private final AtomicInteger unmatched = new AtomicInteger();

  ClientGauges(MeterRegistry registry) {
    clients =
        MultiGauge.builder("xds.server.clients")
            .description("Connected nodes by group, type and state")
            .register(registry);
    Gauge.builder("xds.server.unmatched.nodes", unmatched, AtomicInteger::get)
        .description("Connected nodes that are served nothing")
        .register(registry);
  }

  void refresh(List<NodeStatus> nodes) {
    Map<Tags, Integer> counts = new HashMap<>();
    int held = 0;
    for (NodeStatus node : nodes) {
      held += node.heldReason().isEmpty() ? 0 : 1;
      node.types()
          .forEach(
              (type, status) -> {
                ResourceType known = ServerMetrics.known(type);
                String state = status.state().name().toLowerCase(Locale.ROOT);
                counts.merge(
                    Tags.of("group", node.group(), "type", known.shortName(), "state", state),
                    1,
                    Integer::sum);
              });
    }
    unmatched.set(held);
    clients.register(
        counts.entrySet().stream()
            .map(count -> MultiGauge.Row.of(count.getKey(), count.getValue()))
            .toList(),
        true);
  }
}
