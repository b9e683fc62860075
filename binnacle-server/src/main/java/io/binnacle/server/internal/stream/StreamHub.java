package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogListener;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.history.BoundedViewHistory;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.limit.Admission;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.limit.UnreadBodies;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.binnacle.server.stream.StreamSnapshot;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All streams of a server, over all transports and loops.
 *
 * <p>Safe from any thread, but for {@link #open}, which is called on the stream's loop.
 */
public final class StreamHub implements CatalogListener {

  private static final Logger log = LoggerFactory.getLogger(StreamHub.class);

  private final Catalog catalog;
  private final SessionOptions options;
  private final StreamLimits limits;
  private final ClientAccount account;
  private final UnreadBodies unreadBodies;
  private final RequestRate rate;
  private final List<StreamListener> listeners;
  private final DoubleSupplier random;
  private final Shared shared = new SharedCache();
  private final NodeMemory memory = new BoundedNodeMemory();
  private final ViewHistory history;
  private final Map<Loop, LoopStreams> loops = new ConcurrentHashMap<>();
  private final List<StreamSource> others = new CopyOnWriteArrayList<>();
  private final AtomicLong nextId = new AtomicLong();
  private volatile boolean draining;
  private volatile NameLookups lookups = NameLookups.NONE;

  /** A hub that serves what is in the catalog, and notifies the listeners of what happens. */
  public StreamHub(
      Catalog catalog,
      SessionOptions options,
      StreamLimits limits,
      List<StreamListener> listeners) {
    this(catalog, options, limits, listeners, new BoundedViewHistory());
  }

  /**
   * A hub with a memory of views that outlives it.
   *
   * @param history what clients may hold, for those that come back (O-10)
   */
  public StreamHub(
      Catalog catalog,
      SessionOptions options,
      StreamLimits limits,
      List<StreamListener> listeners,
      ViewHistory history) {
    this(
        catalog,
        options,
        limits,
        listeners,
        history,
        new ClientAccount(ClientLimits.DEFAULTS, limits.streams()),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * A hub with all that it needs given.
   *
   * @param account what is held for clients, with this hub and beside it (B-3)
   * @param random from 0 to 1, for the ages of streams (B-7)
   */
  public StreamHub(
      Catalog catalog,
      SessionOptions options,
      StreamLimits limits,
      List<StreamListener> listeners,
      ViewHistory history,
      ClientAccount account,
      DoubleSupplier random) {
    this.catalog = catalog;
    this.options = options;
    this.limits = limits;
    this.rate = new RequestRate(limits);
    this.listeners = List.copyOf(listeners);
    this.history = history;
    this.account = account;
    this.unreadBodies = new UnreadBodies(account);
    this.random = random;
    CatalogViews.of(catalog).addListener(this);
    for (String group : catalog.groups()) {
      catalog.views(group).values().forEach(view -> onView(View.empty(), view));
    }
  }

  /**
   * Takes a new stream; on its loop.
   *
   * @param onlyType the type of a typed service; null on ADS
   * @return null when it was refused; then it is closed
   */
  public @Nullable StreamDriver open(
      Loop loop, StreamIo io, Variant variant, @Nullable ResourceType onlyType, String peer) {
    if (draining) {
      io.close(CloseReason.drain());
      return null;
    }
    Admission admission = account.stream(io.peer());
    if (admission instanceof Admission.Refused refused) {
      io.close(CloseReason.of(refused.shortage()));
      return null;
    }
    Holding holding = ((Admission.Admitted) admission).holding();
    StreamInfo info =
        new StreamInfo(nextId(), variant, onlyType, peer, Node.getDefaultInstance(), "");
    ServerSession session = new ServerSession(variant, onlyType, options, shared, memory, history);
    LoopStreams home = loops.computeIfAbsent(loop, LoopStreams::new);
    StreamDriver driver = new StreamDriver(this, home, loop, io, session, info, holding);
    home.opened(driver);
    report(new StreamEvent.Opened(info));
    driver.begin(limits.ageNanos(random.getAsDouble()), account.limits().firstRequest());
    return driver;
  }

  /**
   * From now on names that a view does not hold are looked up there; for streams and polls that
   * come.
   */
  public void lookUpBy(NameLookups names) {
    lookups = names;
  }

  /** Where that is. */
  public NameLookups lookups() {
    return lookups;
  }

  /** Refuses new streams from now on (B-5). */
  public void drain() {
    draining = true;
  }

  /** Ends all streams; complete when every loop has done so. */
  public CompletableFuture<Void> closeAll(CloseReason reason) {
    CompletableFuture<?> streams =
        onEachLoop(
            on -> {
              on.closeAll(reason);
              return reason;
            });
    return CompletableFuture.allOf(
            Stream.concat(Stream.of(streams), others.stream().map(other -> other.closeAll(reason)))
                .toArray(CompletableFuture<?>[]::new))
        .thenAccept(done -> CatalogViews.of(catalog).removeListener(this));
  }

  /** How every open stream stands, and everybody else who is served. */
  public CompletableFuture<List<StreamSnapshot>> streams() {
    CompletableFuture<List<StreamSnapshot>> all =
        onEachLoop(LoopStreams::snapshots)
            .thenApply(lists -> lists.stream().flatMap(List::stream).toList());
    for (StreamSource other : others) {
      all =
          all.thenCombine(
              other.streams(), (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
    }
    return all;
  }

  /** Shows these with the streams, and ends them with the streams. */
  public void join(StreamSource source) {
    others.add(source);
  }

  /** Number of open streams. */
  public int openStreams() {
    return account.streams();
  }

  @Override
  public void onView(View before, View next) {
    for (ResourceType type : next.types()) {
      TypeView view = next.type(type);
      if (type.fullState() && view != before.type(type)) {
        boolean first = !before.types().contains(type);
        history.published(first ? null : before.type(type), view);
      }
    }
  }

  @Override
  public void onPublish(PublicationProgress publication) {
    loops.values().forEach(streams -> streams.published(publication));
  }

  @Override
  public void onRendered(String group) {
    loops.values().forEach(streams -> streams.rendered(group));
  }

  @Override
  public void onAssignerChanged() {
    loops.forEach((loop, streams) -> loop.execute(streams::assignerChanged));
  }

  /** What is served. */
  public Catalog catalog() {
    return catalog;
  }

  /** Limits that hold for streams (B-3). */
  public StreamLimits limits() {
    return limits;
  }

  /** What is held for the clients of this hub, and for those of its server beside it. */
  public ClientAccount account() {
    return account;
  }

  /** What the clients of this hub, and those that poll, have not read yet. */
  public UnreadBodies unreadBodies() {
    return unreadBodies;
  }

  RequestRate rate() {
    return rate;
  }

  /** Options of the protocol. */
  public SessionOptions options() {
    return options;
  }

  /** Work that all clients of this server share (B-2). */
  public Shared shared() {
    return shared;
  }

  /** An id for one more stream, unique in this hub. */
  public long nextId() {
    return nextId.incrementAndGet();
  }

  /** Whether new clients are refused (B-5). */
  public boolean isDraining() {
    return draining;
  }

  /** Notifies the listeners; what one throws is logged. */
  public void report(StreamEvent event) {
    for (StreamListener listener : listeners) {
      try {
        listener.onEvent(event);
      } catch (RuntimeException e) {
        log.error("stream {}: a listener failed", event.stream().id(), e);
      }
    }
  }

  void fault(StreamInfo stream, RuntimeException fault) {
    log.error("stream {} of {}: internal error", stream.id(), stream.node().getId(), fault);
  }

  private <T> CompletableFuture<List<T>> onEachLoop(Function<LoopStreams, T> task) {
    List<CompletableFuture<T>> results = new ArrayList<>();
    loops.forEach(
        (loop, streams) -> {
          CompletableFuture<T> result = new CompletableFuture<>();
          results.add(result);
          loop.execute(
              () -> {
                try {
                  result.complete(task.apply(streams));
                } catch (RuntimeException e) {
                  result.completeExceptionally(e);
                }
              });
        });
    return CompletableFuture.allOf(results.toArray(new CompletableFuture<?>[0]))
        .thenApply(done -> results.stream().map(CompletableFuture::join).toList());
  }
}
