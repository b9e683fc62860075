package io.binnacle.client.metrics;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.client.event.ClientListener;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Metrics of a client with gRPC's names (M-2, gRPC's A78): {@code grpc.xds_client.connected},
 * {@code .server_failure}, {@code .resource_updates_valid}, {@code .resource_updates_invalid} and
 * {@code .resources}. Give it to the builder as a listener, and call {@link #resources} with the
 * client for the last one.
 *
 * <p>Events come on the client's thread; what meters read is safe for all threads.
 */
public final class MicrometerClientMetrics implements ClientListener {

  private static final String PREFIX = "grpc.xds_client.";
  private static final String SERVER = "grpc.xds.server";
  private static final String TYPE = "grpc.xds.resource_type";
  private static final String AUTHORITY = "grpc.xds.authority";
  private static final String STATE = "grpc.xds.cache_state";

  /** Names without an authority, in gRPC's words. */
  private static final String NO_AUTHORITY = "#old";

  private static final long FRESH = Duration.ofSeconds(1).toNanos();

  private final MeterRegistry registry;

  /** 1 while a server works, by its name. */
  private final Map<String, AtomicLong> connected = new ConcurrentHashMap<>();

  /** What happens when the metrics are read. */
  private volatile Runnable onRead = () -> {};

  private record Kind(String authority, String state, String type) {}

  private final Map<Kind, AtomicLong> resources = new ConcurrentHashMap<>();

  public MicrometerClientMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void onEvent(ClientEvent event) {
    if (event instanceof ClientEvent.Opened) {
      connected(event.server()); // the first stream counts as working until it fails
    } else if (event instanceof ClientEvent.Responded responded) {
      connected(event.server()).set(1);
      count(responded.server(), responded.facts());
    } else if (event instanceof ClientEvent.Closed closed && !closed.answered()) {
      if (connected(event.server()).getAndSet(0) == 1) {
        registry.counter(PREFIX + "server_failure", SERVER, event.server()).increment();
      }
    }
  }

  private AtomicLong connected(String server) {
    return connected.computeIfAbsent(
        server,
        made -> {
          AtomicLong value = new AtomicLong(1);
          Gauge.builder(PREFIX + "connected", value, this::read)
              .tag(SERVER, made)
              .register(registry);
          return value;
        });
  }

  private double read(AtomicLong value) {
    onRead.run();
    return value.get();
  }

  private void count(String server, ResponseFacts facts) {
    ResourceType type = facts.type();
    Tags tags = Tags.of(SERVER, server, TYPE, type == null ? "" : type.messageName());
    Counter valid = registry.counter(PREFIX + "resource_updates_valid", tags);
    Counter invalid = registry.counter(PREFIX + "resource_updates_invalid", tags);
    valid.increment(facts.updated().size() + facts.unchanged());
    invalid.increment(facts.rejections().size());
  }

  /**
   * Shows how many resources the client has, by authority, state and type. They are counted when
   * the metrics are read, at most once in a second; what is shown is the count before.
   */
  public void resources(Supplier<CompletableFuture<List<ResourceStatus>>> client) {
    AtomicLong asked = new AtomicLong(System.nanoTime() - FRESH);
    onRead =
        () -> {
          long last = asked.get();
          long now = System.nanoTime();
          if (now - last >= FRESH && asked.compareAndSet(last, now)) {
            client.get().thenAccept(this::show);
          }
        };
  }

  private void show(List<ResourceStatus> all) {
    Map<Kind, Long> counts = new HashMap<>();
    all.forEach(one -> counts.merge(kind(one), 1L, Long::sum));
    counts.keySet().forEach(this::register);
    resources.forEach((kind, value) -> value.set(counts.getOrDefault(kind, 0L)));
  }

  private static Kind kind(ResourceStatus one) {
    String state = one.state().name().toLowerCase(Locale.ROOT);
    boolean cached = one.state() == ResourceStatus.State.NACKED && one.packed() != null;
    String authority =
        ResourceName.isXdstp(one.name()) ? ResourceName.authorityOf(one.name()) : NO_AUTHORITY;
    return new Kind(authority, cached ? state + "_but_cached" : state, one.type().messageName());
  }

  private void register(Kind kind) {
    resources.computeIfAbsent(
        kind,
        made -> {
          AtomicLong value = new AtomicLong();
          Gauge.builder(PREFIX + "resources", value, AtomicLong::get)
              .tag(AUTHORITY, made.authority())
              .tag(STATE, made.state())
              .tag(TYPE, made.type())
              .register(registry);
          return value;
        });
  }
}
