package io.binnacle.server.grpc;

import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.hub.HubSettings;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.resolve.ResolverLookups;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;

/**
 * What a {@link GrpcDiscovery} is made of. Used by one thread; everything but the catalog has a
 * default.
 */
public final class GrpcDiscoveryBuilder {

  private final HubSettings settings;
  private int loops = Runtime.getRuntime().availableProcessors();

  GrpcDiscoveryBuilder(Catalog catalog) {
    settings = new HubSettings(catalog);
  }

  /** Options of the protocol, with the identifier of this instance. */
  public GrpcDiscoveryBuilder sessions(SessionOptions options) {
    settings.sessions(options);
    return this;
  }

  /** Limits of streams (B-3, B-7). */
  public GrpcDiscoveryBuilder limits(StreamLimits streamLimits) {
    settings.limits(streamLimits);
    return this;
  }

  /**
   * Limits of what all clients, and each peer, may make this server keep (B-3); by default half of
   * the heap, and half of what others leave for each peer. Connections are those of your own
   * server, and not counted.
   */
  public GrpcDiscoveryBuilder clientLimits(ClientLimits limits) {
    settings.clientLimits(limits);
    return this;
  }

  /**
   * Names that clients ask for and that their group does not hold are looked up there; by default
   * they do not exist. Closed by the application, behind this.
   */
  public GrpcDiscoveryBuilder resolvers(Resolvers resolvers) {
    settings.resolvers(ResolverLookups.of(resolvers));
    return this;
  }

  /**
   * How long a unary Fetch is held at most, where nothing changes (P-6); by default 30 seconds, and
   * less where the call's deadline is earlier.
   */
  public GrpcDiscoveryBuilder longPoll(Duration wait) {
    settings.longPoll(wait);
    return this;
  }

  /** Is notified of all that happens on streams; see there for what it may do. */
  public GrpcDiscoveryBuilder listener(StreamListener listener) {
    settings.listener(listener);
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
    settings.meterRegistry(registry);
    return this;
  }

  /**
   * What clients were shown, for those that come back over SotW (O-10); by default a memory of
   * these services' own. Give one that outlives them where new ones take over in the same process,
   * or one that is kept elsewhere.
   */
  public GrpcDiscoveryBuilder viewHistory(ViewHistory viewHistory) {
    settings.viewHistory(viewHistory);
    return this;
  }

  /** The clock of the times in the status. */
  public GrpcDiscoveryBuilder clock(Clock wallClock) {
    settings.clock(wallClock);
    return this;
  }

  /** Makes the services. */
  public GrpcDiscovery build() {
    return new GrpcDiscovery(this);
  }

  int loops() {
    return loops;
  }

  ObservedHub hub() {
    return settings.build();
  }
}
