package io.binnacle.client;

import static java.util.Objects.requireNonNull;

import io.binnacle.client.config.ClientBootstrap;
import io.binnacle.client.config.XdsSource;
import io.binnacle.client.event.ClientListener;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.client.internal.drive.ThreadLoop;
import io.binnacle.client.internal.store.DiskCache;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.message.InlineSecrets;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What an {@link XdsClient} is made of. Used by one thread; all but a source has a default. */
public final class XdsClientBuilder {

  private static final int DEFAULT_RESPONSE_BYTES = 256 << 20;

  private Node node = Node.getDefaultInstance();
  private final List<XdsSource> servers = new ArrayList<>();
  private final Map<ResourceType, XdsSource> types = new HashMap<>();
  private final Map<String, List<XdsSource>> authorities = new HashMap<>();
  private final List<ClientListener> listeners = new ArrayList<>();
  private @Nullable String controlPlane;
  private @Nullable Executor watchers;
  private @Nullable DiskCache disk;
  private boolean nodeInEveryRequest;
  private Duration doesNotExistAfter = Duration.ofSeconds(15);
  private Duration firstBackoff = Duration.ofSeconds(1);
  private Duration longestBackoff = Duration.ofSeconds(30);
  private Duration pingEvery = Duration.ofSeconds(30);
  private Duration pingTimeout = Duration.ofSeconds(10);
  private int mostResponseBytes = DEFAULT_RESPONSE_BYTES;
  private int mostResources = ResourceCache.DEFAULT_LIMIT;

  XdsClientBuilder() {}

  /**
   * A server for all types that have no source of their own. The first one is preferred; each
   * further one is used while all in front of it fail and something is missing (C-14).
   */
  public XdsClientBuilder server(XdsSource source) {
    servers.add(requireNonNull(source, "source"));
    return this;
  }

  /** A source for one type. */
  public XdsClientBuilder source(ResourceType type, XdsSource source) {
    types.put(requireNonNull(type, "type"), requireNonNull(source, "source"));
    return this;
  }

  /** Servers for the xdstp names of an authority, the preferred one first. */
  public XdsClientBuilder authority(String authority, XdsSource... sources) {
    authorities.put(requireNonNull(authority, "authority"), List.of(sources));
    return this;
  }

  /** Who this client is; by default it has no id. */
  public XdsClientBuilder node(Node self) {
    node = requireNonNull(self, "self");
    return this;
  }

  /** Node and sources of a bootstrap; what was said before for the same is replaced. */
  public XdsClientBuilder bootstrap(ClientBootstrap bootstrap) {
    node = bootstrap.node();
    servers.clear();
    servers.addAll(bootstrap.servers());
    types.putAll(bootstrap.types());
    authorities.putAll(bootstrap.authorities());
    return this;
  }

  /**
   * All servers are instances of one control plane, of any name: versions of one are told to the
   * others (C-8). By default each address is a control plane of its own.
   */
  public XdsClientBuilder oneControlPlane(String name) {
    controlPlane = requireNonNull(name, "name");
    return this;
  }

  /** Sends the node in every request, and not only in the first one of a stream (C-2). */
  public XdsClientBuilder nodeInEveryRequest(boolean every) {
    nodeInEveryRequest = every;
    return this;
  }

  /** How long a name may take on a live stream; by default 15 seconds (C-7). */
  public XdsClientBuilder doesNotExistAfter(Duration time) {
    doesNotExistAfter = positive(time, "time");
    return this;
  }

  /** The waits between attempts to reach a server; by default from 1 to 30 seconds (C-9). */
  public XdsClientBuilder backoff(Duration first, Duration longest) {
    firstBackoff = positive(first, "first");
    longestBackoff = positive(longest, "longest");
    return this;
  }

  /**
   * Pings of connections with streams; by default after 30 seconds of silence, answered within 10
   * (C-17). A server may refuse pings that come too often.
   */
  public XdsClientBuilder pings(Duration every, Duration timeout) {
    pingEvery = positive(every, "every");
    pingTimeout = positive(timeout, "timeout");
    return this;
  }

  /** The largest response that is taken; by default 256 MiB. */
  public XdsClientBuilder mostResponseBytes(int bytes) {
    mostResponseBytes = bytes;
    return this;
  }

  /** How many resources of a type are held; more are refused. By default a million. */
  public XdsClientBuilder mostResources(int resources) {
    mostResources = resources;
    return this;
  }

  /**
   * Runs watchers. Events of one watch come one after the other in any case; with more than one
   * thread those of different watches have no order. By default one thread of the client's own.
   */
  public XdsClientBuilder watcherExecutor(Executor executor) {
    watchers = requireNonNull(executor, "executor");
    return this;
  }

  /**
   * A directory that keeps what is held for the next run, which serves it until a server answers
   * (C-15). What holds a secret is not written, nor is what has a TTL. By default nothing is kept.
   *
   * @throws IllegalArgumentException when it cannot be made or written to
   */
  public XdsClientBuilder cacheDirectory(Path directory) {
    disk = new DiskCache(directory, new InlineSecrets(MessageTypes.generated()));
    return this;
  }

  /** Hears all that happens between the client and its servers. */
  public XdsClientBuilder listener(ClientListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Makes the client; it connects when something is watched.
   *
   * @throws IllegalArgumentException when there is no source, or certificates cannot be used
   */
  public XdsClient build() {
    if (servers.isEmpty() && types.isEmpty() && authorities.isEmpty()) {
      throw new IllegalArgumentException("a client needs a server, or a source for a type");
    }
    return new XdsClient(this);
  }

  private static Duration positive(Duration duration, String what) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(what + " must be positive, and is " + duration);
    }
    return duration;
  }

  ClientBootstrap bootstrap() {
    return new ClientBootstrap(node, servers, types, authorities);
  }

  Node node() {
    return OwnNode.complete(node);
  }

  @Nullable String controlPlane() {
    return controlPlane;
  }

  @Nullable Executor watcherExecutor() {
    return watchers;
  }

  @Nullable DiskCache diskCache() {
    return disk;
  }

  ClientListener listener() {
    List<ClientListener> all = List.copyOf(listeners);
    return event -> all.forEach(one -> one.onEvent(event));
  }

  Loop loop() {
    return new ThreadLoop("binnacle-client");
  }

  RandomGenerator random() {
    return new SplittableRandom();
  }

  boolean nodeInEveryRequest() {
    return nodeInEveryRequest;
  }

  Duration doesNotExistAfter() {
    return doesNotExistAfter;
  }

  Duration firstBackoff() {
    return firstBackoff;
  }

  Duration longestBackoff() {
    return longestBackoff;
  }

  Duration pingEvery() {
    return pingEvery;
  }

  Duration pingTimeout() {
    return pingTimeout;
  }

  int mostResponseBytes() {
    return mostResponseBytes;
  }

  int mostResources() {
    return mostResources;
  }
}
