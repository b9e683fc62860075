package io.binnacle.server.grpc;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.metrics.ServerMetrics;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.status.StreamLog;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.NameLookups;
import io.binnacle.server.stream.StreamHub;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.binnacle.server.stream.ThreadLoop;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link GrpcDiscovery} is made of. Used by one thread; everything but the catalog has a
 * default.
 */
public final class GrpcDiscoveryBuilder {

  private static final Duration METRICS_PERIOD = Duration.ofSeconds(10);

  private final Catalog catalog;
  private final List<StreamListener> listeners = new ArrayList<>();
  private SessionOptions sessions = SessionOptions.defaults("binnacle");
  private StreamLimits limits = StreamLimits.DEFAULTS;
  private int loops = Runtime.getRuntime().availableProcessors();
  private Clock clock = Clock.systemUTC();
  private NameLookups lookups = NameLookups.NONE;
  private @Nullable ServerMetrics metrics;

  GrpcDiscoveryBuilder(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /** Options of the protocol, with the identifier of this instance. */
  public GrpcDiscoveryBuilder sessions(SessionOptions options) {
    sessions = requireNonNull(options, "options");
    return this;
  }

  /** Limits of streams (B-3, B-7). */
  public GrpcDiscoveryBuilder limits(StreamLimits streamLimits) {
    limits = requireNonNull(streamLimits, "streamLimits");
    return this;
  }

  /**
   * Names that clients ask for and that their group does not hold are looked up there; by default
   * they do not exist. Closed by the application, behind this.
   */
  public GrpcDiscoveryBuilder resolvers(NameLookups names) {
    lookups = requireNonNull(names, "names");
    return this;
  }

  /** Hears all that happens on streams; see there for what it may do. */
  public GrpcDiscoveryBuilder listener(StreamListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Number of threads that streams are spread over; by default one per processor.
   *
   * @throws IllegalArgumentException when it is not positive
   */
  public GrpcDiscoveryBuilder loops(int threads) {
    if (threads <= 0) {
      throw new IllegalArgumentException("at least one loop is needed, not " + threads);
    }
    loops = threads;
    return this;
  }

  /** Metrics go to this registry (M-1); by default nowhere. */
  public GrpcDiscoveryBuilder meterRegistry(MeterRegistry registry) {
    metrics = new ServerMetrics(registry, catalog);
    return this;
  }

  /** The clock of the times in the status. */
  public GrpcDiscoveryBuilder clock(Clock wallClock) {
    clock = requireNonNull(wallClock, "wallClock");
    return this;
  }

  /** Makes the services. */
  public GrpcDiscovery build() {
    return new GrpcDiscovery(this);
  }

  int loops() {
    return loops;
  }

  Clock clock() {
    return clock;
  }

  StreamHub hub(ServerStatus status) {
    List<StreamListener> all = new ArrayList<>();
    all.add(status);
    all.add(new StreamLog());
    if (metrics != null) {
      all.add(metrics);
    }
    all.addAll(listeners);
    StreamHub hub = new StreamHub(catalog, sessions, limits, all);
    hub.lookUpBy(lookups);
    return hub;
  }

  /** Refused streams are in no event feed. */
  BiConsumer<Variant, CloseReason> refusals() {
    return metrics == null ? (variant, reason) -> {} : metrics::onRefused;
  }

  void metrics(ServerStatus status, ThreadLoop loop) {
    ServerMetrics used = metrics;
    if (used != null) {
      loop.repeat(() -> used.refresh(status), METRICS_PERIOD);
    }
  }
}
