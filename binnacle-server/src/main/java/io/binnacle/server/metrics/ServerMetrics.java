package io.binnacle.server.metrics;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.HoldReason;
import io.binnacle.core.server.Variant;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The metrics of a server (M-1), named as Prometheus shows them: {@code xds.server.streams.closed}
 * is {@code xds_server_streams_closed_total}.
 *
 * <p>Counters follow the event feed. Gauges over all clients and resources are set by {@link
 * #refresh}, since asking every stream costs more than an event may. No label holds what a client
 * chooses: types that are not in table T count as {@code other}. Safe from any thread.
 */
public final class ServerMetrics implements StreamListener, AutoCloseable {

  private record RequestKey(ResourceType type, Variant variant, String kind) {}

  private record HeldKey(ResourceType type, HoldReason reason) {}

  private record ResponseKey(ResourceType type, Variant variant) {}

  private record ClosedKey(Variant variant, String reason) {}

  private static final ResourceType OTHER = new ResourceType("other", "other", false, 0);

  private final MeterRegistry registry;
  private final Catalog catalog;
  private final Convergence convergence;
  private final Map<Variant, AtomicInteger> streams = new EnumMap<>(Variant.class);
  private final Map<RequestKey, Counter> requests = new ConcurrentHashMap<>();
  private final Map<ResponseKey, Counter> responses = new ConcurrentHashMap<>();
  private final Map<HeldKey, Counter> heldBack = new ConcurrentHashMap<>();
  private final Map<ClosedKey, Counter> closed = new ConcurrentHashMap<>();
  private final Map<ResourceType, Timer> ackDurations = new ConcurrentHashMap<>();
  private final DistributionSummary responseBytes;
  private final Counter withheldSecrets;
  private final Counter unknownFields;
  private final ClientGauges clients;
  private final ResourceGauges resources;

  /** Metrics of the server of this catalog; to be given to its hub as listener. */
  public ServerMetrics(MeterRegistry registry, Catalog catalog) {
    this.registry = registry;
    this.catalog = catalog;
    for (Variant variant : Variant.values()) {
      streams.put(
          variant,
          registry.gauge(
              "xds.server.streams", Tags.of("variant", name(variant)), new AtomicInteger()));
    }
    responseBytes =
        DistributionSummary.builder("xds.server.response.bytes")
            .description("Size of responses")
            .baseUnit("bytes")
            .register(registry);
    withheldSecrets =
        Counter.builder("xds.server.secrets.withheld")
            .description("Streams that asked for secrets in plaintext and were shown none")
            .register(registry);
    unknownFields =
        Counter.builder("xds.server.rest.unknown.fields")
            .description("Fields of polls in JSON that were ignored because nothing is called so")
            .register(registry);
    clients = new ClientGauges(registry);
    resources = new ResourceGauges(registry, catalog);
    convergence = new Convergence(registry, System::nanoTime);
    CatalogViews.of(catalog).addListener(convergence);
  }

  @Override
  public void onEvent(StreamEvent event) {
    Variant variant = event.stream().variant();
    if (event instanceof StreamEvent.Sent sent) {
      count(responses, new ResponseKey(known(sent.response().type()), variant), this::responses);
      responseBytes.record(sent.response().body().size());
    } else if (event instanceof StreamEvent.Requested requested) {
      var facts = requested.facts();
      count(
          requests,
          new RequestKey(known(facts.type()), variant, kind(facts.answer())),
          this::requests);
    } else if (event instanceof StreamEvent.Acked acked) {
      acked(acked);
    } else if (event instanceof StreamEvent.HeldBack held) {
      if (held.event().kind() == HoldEvent.Kind.BEGAN) {
        Hold hold = held.event().hold();
        count(heldBack, new HeldKey(known(hold.type()), hold.reason()), this::heldBack);
      }
    } else if (event instanceof StreamEvent.SecretsWithheld) {
      withheldSecrets.increment();
    } else if (event instanceof StreamEvent.UnknownFields unknown) {
      unknownFields.increment(unknown.count());
    } else if (event instanceof StreamEvent.Opened) {
      streams(variant).incrementAndGet();
    } else if (event instanceof StreamEvent.Closed end) {
      streams(variant).decrementAndGet();
      CloseReason reason = end.reason();
      count(
          closed, new ClosedKey(variant, reason == null ? "client" : reason.kind()), this::closed);
    }
  }

  /** A stream was refused before it began; counts as closed. */
  public void onRefused(Variant variant, CloseReason reason) {
    count(closed, new ClosedKey(variant, reason.kind()), this::closed);
  }

  /** A connection was closed because of what its peer did on it (B-9). */
  public void onConnectionClosed(String reason) {
    closedConnections(registry, "xds", reason).increment();
  }

  /**
   * Counts connections that were closed because of what their peer did (B-9).
   *
   * @param port which one they came to: {@code xds} or {@code admin}
   */
  public static Counter closedConnections(MeterRegistry registry, String port, String reason) {
    return Counter.builder("xds.server.connections.closed")
        .description("Connections that were closed because of what their peer did, by reason")
        .tags("port", port, "reason", reason)
        .register(registry);
  }

  /** Lets go of the catalog, which may outlive the server; the meters stay as they are. */
  @Override
  public void close() {
    CatalogViews.of(catalog).removeListener(convergence);
  }

  /** Sets the gauges that are not kept by events; complete when they are set. */
  public CompletableFuture<Void> refresh(ServerStatus status) {
    resources.refresh();
    return status
        .nodes()
        .thenAccept(
            nodes -> clients.refresh(nodes.stream().filter(NodeStatus::isConnected).toList()));
  }

  private void acked(StreamEvent.Acked acked) {
    if (acked.afterNanos() >= 0) {
      ackDurations
          .computeIfAbsent(known(acked.type()), this::ackDuration)
          .record(acked.afterNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private AtomicInteger streams(Variant variant) {
    return requireNonNull(streams.get(variant));
  }

  private static <K> void count(Map<K, Counter> counters, K key, Function<K, Counter> create) {
    Counter counter = counters.get(key);
    (counter == null ? counters.computeIfAbsent(key, create) : counter).increment();
  }

  private Counter requests(RequestKey key) {
    return Counter.builder("xds.server.requests")
        .description("Requests by their answer to an earlier response")
        .tags("type", key.type().shortName(), "variant", name(key.variant()), "kind", key.kind())
        .register(registry);
  }

  private Counter heldBack(HeldKey key) {
    return Counter.builder("xds.server.held.back")
        .description("Changes and removals that waited, so that nothing in use broke")
        .tag("type", key.type().shortName())
        .tag("reason", key.reason().name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private Counter responses(ResponseKey key) {
    return Counter.builder("xds.server.responses")
        .description("Responses that were given to the transport")
        .tags("type", key.type().shortName(), "variant", name(key.variant()))
        .register(registry);
  }

  private Counter closed(ClosedKey key) {
    return Counter.builder("xds.server.streams.closed")
        .description("Streams that ended or were refused, by reason")
        .tags("variant", name(key.variant()), "reason", key.reason())
        .register(registry);
  }

  private Timer ackDuration(ResourceType type) {
    return Timer.builder("xds.server.ack.duration")
        .description("From sending a response to its ACK")
        .tags("type", type.shortName())
        .register(registry);
  }

  private static String kind(Answer answer) {
    if (answer instanceof Answer.Ack) {
      return "ack";
    }
    if (answer instanceof Answer.Nack) {
      return "nack";
    }
    if (answer instanceof Answer.Suspected) {
      return "suspected"; // P-3
    }
    return answer instanceof Answer.Stale ? "stale" : "subscribe";
  }

  private static String name(Variant variant) {
    return variant.name().toLowerCase(Locale.ROOT);
  }

  /** A client may ask for any type URL; a label for each would be a way to fill the memory. */
  static ResourceType known(ResourceType type) {
    return ResourceType.known().contains(type) ? type : OTHER;
  }
}
