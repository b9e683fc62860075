package io.binnacle.client;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Message;
import io.binnacle.client.csds.ClientConfigs;
import io.binnacle.client.internal.drive.Delivery;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.client.internal.drive.OwnThread;
import io.binnacle.client.internal.drive.Space;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.status.v3.ClientConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to configuration of management servers, over every transport of xDS behind one way to
 * watch (C-1).
 *
 * <pre>{@code
 * XdsClient client =
 *     XdsClient.builder().server(GrpcSource.plaintext("127.0.0.1:18000")).build();
 * Subscription subscription =
 *     client.watch(ResourceKind.CLUSTER, "backend", event -> {
 *       if (event instanceof ResourceEvent.Updated<Cluster> updated) {
 *         use(updated.value());
 *       }
 *     });
 * }</pre>
 *
 * <p>It connects when something is watched, and goes on trying for as long as it lives: no failure
 * of a server ends a watch. Safe for all threads.
 */
public final class XdsClient implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Node node;
  private final Loop loop;
  private final Batch batch;
  private final Spaces spaces;
  private final Sources sources;
  private final Executor watchers;
  private final @Nullable ExecutorService ownThread;
  private final Map<ResourceType, ResourceKind<?>> kinds = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  XdsClient(XdsClientBuilder builder) {
    node = builder.node();
    sources = new Sources(builder);
    loop = builder.loop();
    batch = new Batch(loop);
    Executor given = builder.watcherExecutor();
    // one thread, so that all events of the client come in one order
    ownThread = given == null ? OwnThread.named("binnacle-client-watchers") : null;
    watchers = given == null ? requireNonNull(ownThread) : given;
    spaces = new Spaces(builder, loop, sources, this::kindOf);
  }

  /** Starts with a builder; see its methods for the defaults. */
  public static XdsClientBuilder builder() {
    return new XdsClientBuilder();
  }

  /**
   * Watches one resource, by its name or an alias; or all directly under a glob collection, {@code
   * xdstp://authority/type/path/*}.
   *
   * <p>What is known already is told at once. A name that does not come is told as absent after 15
   * seconds on a live stream (C-7), and when it comes later it is told.
   *
   * @throws IllegalArgumentException when another kind of the same type is watched by this client
   */
  public <T> Subscription watch(ResourceKind<T> kind, String name, Watcher<T> watcher) {
    return watch(kind, name, Map.of(), watcher);
  }

  /** The same, with dynamic parameters that select a variant of the resource (D-16). */
  public <T> Subscription watch(
      ResourceKind<T> kind, String name, Map<String, String> parameters, Watcher<T> watcher) {
    requireNonNull(watcher, "watcher");
    return begin(
        kind,
        name,
        parameters,
        event -> {
          watcher.onEvent(ResourceEvent.of(event, kind));
          return null;
        });
  }

  /** Watches everything of a type that the server has for this node. */
  public <T> Subscription watchAll(ResourceKind<T> kind, Watcher<T> watcher) {
    return watch(kind, ResourceName.WILDCARD, watcher);
  }

  /** As {@link #watch}, for a watcher that takes longer; {@code *} watches everything. */
  public <T> Subscription watchAsync(ResourceKind<T> kind, String name, AsyncWatcher<T> watcher) {
    requireNonNull(watcher, "watcher");
    return begin(kind, name, Map.of(), event -> watcher.onEvent(ResourceEvent.of(event, kind)));
  }

  /**
   * The events of a watch as a publisher: each subscriber has a watch of its own, which begins with
   * {@code subscribe} and ends with {@code cancel}. What it has not requested is not taken (C-11).
   */
  public <T> Flow.Publisher<ResourceEvent<T>> publisher(ResourceKind<T> kind, String name) {
    return new EventPublisher<>(watcher -> watchAsync(kind, name, watcher));
  }

  /**
   * Watches a tree of resources: these, what they name, and so on, from listeners to endpoints and
   * secrets (C-13). The consumer gets a snapshot when all parts are known, and another one after
   * each change, when all parts of that are known; what is named no more is unsubscribed. It is
   * called as a watcher is.
   *
   * <p>A part that cannot be had is in {@link ConfigSnapshot#missing}. Resources that name a source
   * of their own, other than the stream, are not followed.
   *
   * @param names of resources, or {@code *}
   * @throws IllegalArgumentException when the client watches a type that trees follow by a kind of
   *     the application's own
   */
  public TreeSubscription tree(
      ResourceKind<? extends Message> kind,
      Collection<String> names,
      Consumer<ConfigSnapshot> consumer) {
    requireNonNull(consumer, "consumer");
    registerRoot(kind);
    TreeKinds.all().forEach(this::register);
    List<PartKey> roots = names.stream().map(name -> new PartKey(kind.type(), name)).toList();
    Delivery<ConfigSnapshot> delivery =
        new Delivery<>(
            "the tree of " + roots,
            watchers,
            snapshot -> {
              consumer.accept(snapshot);
              return null;
            });
    FollowedTree tree = new FollowedTree(batch, spaces, this::registerRoot, delivery);
    batch.run(
        () -> {
          if (!closed.get()) {
            tree.begin(roots);
          }
        });
    return tree;
  }

  private void registerRoot(ResourceKind<?> kind) {
    if (!TreeKinds.has(kind.type())) {
      throw new IllegalArgumentException(kind + " is no type that a tree can follow");
    }
    register(kind);
  }

  /** Watches that are begun and ended inside go to the server as one change (C-12). */
  public void together(Runnable changes) {
    batch.together(changes);
  }

  /** How everything stands that this client watches or holds (C-16). */
  public CompletableFuture<List<ResourceStatus>> resources() {
    CompletableFuture<List<ResourceStatus>> result = new CompletableFuture<>();
    if (closed.get()) {
      result.completeExceptionally(new IllegalStateException("the client is closed"));
    } else {
      loop.execute(() -> result.complete(spaces.status()));
    }
    return result;
  }

  /**
   * The same as the client status discovery service tells it; secrets are named without their
   * content. {@code new ClientStatusService(client::status)} serves it.
   */
  public CompletableFuture<ClientConfig> status() {
    return resources().thenApply(all -> ClientConfigs.of(node, all, Instant.now(), loop.now()));
  }

  private Subscription begin(
      ResourceKind<?> kind,
      String name,
      Map<String, String> parameters,
      Delivery.Target<WatchEvent> target) {
    requireNonNull(name, "name");
    Map<String, String> copied = Map.copyOf(parameters);
    register(kind);
    Begun begun = new Begun(new Delivery<>(kind + " " + name, watchers, target));
    batch.run(() -> begun.begin(kind.type(), name, copied));
    return begun;
  }

  /** From now on this kind stands for its type. */
  private void register(ResourceKind<?> kind) {
    if (closed.get()) {
      throw new IllegalStateException("the client is closed");
    }
    ResourceKind<?> other = kinds.putIfAbsent(kind.type(), kind);
    if (other != null && other != kind) {
      throw new IllegalArgumentException(
          "another kind of " + kind + " is watched by this client; keep one kind for each type");
    }
  }

  private ResourceKind<?> kindOf(ResourceType type) {
    return requireNonNull(kinds.get(type), "a type is watched before its kind is known");
  }

  /** Ends all watches and connections, and waits for that, ten seconds at most. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          spaces.close();
          sources.close();
          done.complete(null);
        });
    loop.close();
    if (!loop.isOwner()) {
      done.completeOnTimeout(null, CLOSING.toMillis(), TimeUnit.MILLISECONDS).join();
      awaitWritten();
    }
    if (ownThread != null) {
      ownThread.shutdown();
    }
  }

  private void awaitWritten() {
    try {
      spaces.awaitWritten(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the caller does not want to wait
    }
  }

  /** A watch that begins on the loop. */
  private final class Begun implements Subscription {

    private final Delivery<WatchEvent> delivery;

    /** Owned by the loop. */
    private @Nullable Space space;

    private @Nullable Watch watch;

    Begun(Delivery<WatchEvent> delivery) {
      this.delivery = delivery;
    }

    void begin(ResourceType type, String name, Map<String, String> parameters) {
      if (!delivery.isClosed() && !closed.get()) {
        space = spaces.of(type, name);
        watch = space.watch(type, name, parameters, delivery);
      }
    }

    @Override
    public void close() {
      delivery.close();
      batch.run(
          () -> {
            if (space != null && watch != null) {
              space.unwatch(watch);
            }
          });
    }
  }
}
