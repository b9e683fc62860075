package io.binnacle.server.internal.hub;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.history.BoundedViewHistory;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.stream.NameLookups;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.metrics.AccountGauges;
import io.binnacle.server.metrics.ServerMetrics;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.status.StreamLog;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the builders of all servers share, with their defaults; what each means to an
 * application is documented there. None may be null. Used by one thread.
 */
public final class HubSettings {

  private final Catalog catalog;
  private final List<StreamListener> listeners = new ArrayList<>();
  private SessionOptions sessions = SessionOptions.defaults("binnacle");
  private StreamLimits limits = StreamLimits.DEFAULTS;
  private ClientLimits clients = ClientLimits.DEFAULTS;
  private Duration longPoll = PollHub.DEFAULT_WAIT;
  private Clock clock = Clock.systemUTC();
  private ViewHistory history = new BoundedViewHistory();
  private NameLookups lookups = NameLookups.NONE;
  private @Nullable MeterRegistry registry;

  /** Defaults for a server of this catalog. */
  public HubSettings(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /** Options of the protocol, with the identifier of the instance. */
  public void sessions(SessionOptions options) {
    sessions = requireNonNull(options, "options");
  }

  /** Limits of streams (B-3, B-7). */
  public void limits(StreamLimits streamLimits) {
    limits = requireNonNull(streamLimits, "streamLimits");
  }

  /** Limits of what all clients and each peer may make the server keep (B-3). */
  public void clientLimits(ClientLimits clientLimits) {
    clients = requireNonNull(clientLimits, "clientLimits");
  }

  /** Where names are looked up that a group does not hold; by default nowhere. */
  public void resolvers(NameLookups names) {
    lookups = requireNonNull(names, "names");
  }

  /** How long a poll is held at most, where nothing changes (P-2). */
  public void longPoll(Duration wait) {
    longPoll = requireNonNull(wait, "wait");
  }

  /** One more that is notified of all that happens on streams. */
  public void listener(StreamListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
  }

  /** Where metrics go (M-1); by default nowhere. */
  public void meterRegistry(MeterRegistry meterRegistry) {
    registry = requireNonNull(meterRegistry, "meterRegistry");
  }

  /** What clients were shown, for those that come back over SotW (O-10). */
  public void viewHistory(ViewHistory viewHistory) {
    history = requireNonNull(viewHistory, "viewHistory");
  }

  /** The clock of the times in the status. */
  public void clock(Clock wallClock) {
    clock = requireNonNull(wallClock, "wallClock");
  }

  /** A hub of its own for each call. Status and log are notified of events before the listeners. */
  public ObservedHub build() {
    ServerStatus status = new ServerStatus(clock);
    ClientAccount account = new ClientAccount(clients, limits.streams());
    ServerMetrics metrics = registry == null ? null : new ServerMetrics(registry, catalog);
    if (registry != null) {
      AccountGauges.register(registry, account);
    }
    List<StreamListener> all = new ArrayList<>();
    all.add(status);
    all.add(new StreamLog());
    if (metrics != null) {
      all.add(metrics);
    }
    all.addAll(listeners);
    StreamHub hub =
        new StreamHub(
            catalog,
            sessions,
            limits,
            all,
            history,
            account,
            () -> ThreadLocalRandom.current().nextDouble());
    hub.lookUpBy(lookups);
    status.follow(hub::streams);
    return new ObservedHub(hub, new PollHub(hub, longPoll), status, metrics);
  }
}
