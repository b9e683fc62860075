package io.binnacle.server;

import static java.util.Objects.requireNonNull;

import com.linecorp.armeria.server.ServerBuilder;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.server.armeria.ReloadingTls;
import io.binnacle.server.armeria.TlsFiles;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.hub.HubSettings;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.resolve.ResolverLookups;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link XdsServer} is made of. Used by one thread; everything but the catalog has a
 * default.
 */
public final class XdsServerBuilder {

  private static final int DEFAULT_PORT = 18_000;

  private final HubSettings settings;
  private String host = "127.0.0.1";
  private int port = DEFAULT_PORT;
  private @Nullable TlsFiles tls;
  private Duration tlsReload = Duration.ofSeconds(5);
  private boolean insecure;
  private TransportOptions transport = TransportOptions.DEFAULTS;
  private MessageTypes messageTypes = MessageTypes.generated();

  XdsServerBuilder(Catalog catalog) {
    settings = new HubSettings(catalog);
  }

  /**
   * Where to listen; by default 127.0.0.1:18000.
   *
   * @param port 0 for one that the system gives
   */
  public XdsServerBuilder listen(String host, int port) {
    this.host = requireNonNull(host, "host");
    this.port = port;
    return this;
  }

  /** TLS, or mutual TLS, by these files; by default there is none. */
  public XdsServerBuilder tls(TlsFiles files) {
    tls = requireNonNull(files, "files");
    return this;
  }

  /** How often the certificate files are looked at; by default every 5 seconds. */
  public XdsServerBuilder tlsReload(Duration period) {
    tlsReload = requireNonNull(period, "period");
    return this;
  }

  /** Whether plaintext is allowed on addresses that others can reach (Z-1); by default not. */
  public XdsServerBuilder insecure(boolean allowed) {
    insecure = allowed;
    return this;
  }

  /** Options of the protocol, with the identifier of this instance. */
  public XdsServerBuilder sessions(SessionOptions options) {
    settings.sessions(options);
    return this;
  }

  /** Limits of streams (B-3, B-7). */
  public XdsServerBuilder limits(StreamLimits streamLimits) {
    settings.limits(streamLimits);
    return this;
  }

  /** Limits and times of connections (B-3, B-8). */
  public XdsServerBuilder transport(TransportOptions options) {
    transport = requireNonNull(options, "options");
    return this;
  }

  /**
   * Limits of what all clients, and each peer, may make this server keep (B-3); by default half of
   * the heap, and half of what others leave for each peer.
   */
  public XdsServerBuilder clientLimits(ClientLimits limits) {
    settings.clientLimits(limits);
    return this;
  }

  /**
   * Names that clients ask for and that their group does not hold are looked up there; by default
   * they do not exist. Closed by the application, behind this.
   */
  public XdsServerBuilder resolvers(Resolvers resolvers) {
    settings.resolvers(ResolverLookups.of(resolvers));
    return this;
  }

  /**
   * How long a poll over REST is held at most, where nothing changes (P-2); by default 30 seconds,
   * and less if the client asks for less.
   */
  public XdsServerBuilder longPoll(Duration wait) {
    settings.longPoll(wait);
    return this;
  }

  /**
   * The types that resources may hold in an {@code Any}: over REST they are written out (P-1). By
   * default those of the Envoy API that this program runs with.
   */
  public XdsServerBuilder messageTypes(MessageTypes types) {
    messageTypes = requireNonNull(types, "types");
    return this;
  }

  /** Is notified of all that happens on streams; see there for what it may do. */
  public XdsServerBuilder listener(StreamListener listener) {
    settings.listener(listener);
    return this;
  }

  /** Metrics go to this registry (M-1); by default nowhere. */
  public XdsServerBuilder meterRegistry(MeterRegistry registry) {
    settings.meterRegistry(registry);
    return this;
  }

  /**
   * What clients were shown, for those that come back over SotW (O-10); by default a memory of this
   * server's own. Give one that outlives the server where a new one takes over in the same process,
   * or one that is kept elsewhere.
   */
  public XdsServerBuilder viewHistory(ViewHistory viewHistory) {
    settings.viewHistory(viewHistory);
    return this;
  }

  /** The clock of the times in the status. */
  public XdsServerBuilder clock(Clock wallClock) {
    settings.clock(wallClock);
    return this;
  }

  /**
   * Makes the server; it does not listen before {@link XdsServer#start}.
   *
   * @throws IllegalArgumentException when it would serve plaintext to others without {@link
   *     #insecure} (Z-1), or when the certificate files cannot be used
   */
  public XdsServer build() {
    return new XdsServer(this);
  }

  /**
   * Adds the discovery services to an Armeria server of the application's own, in place of {@link
   * #build}. The settings of address, TLS and plaintext do not count then; idle time, age, windows
   * and pings of its connections are set as streams need them.
   */
  public ArmeriaDiscovery addTo(ServerBuilder server) {
    return new ArmeriaDiscovery(this, server);
  }

  InetSocketAddress address() {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("the host " + host + " to listen on cannot be resolved");
    }
    if (tls == null && !insecure && !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "refusing to serve plaintext on "
              + host
              + ", which others can reach: give certificates (tls), listen on 127.0.0.1, or say"
              + " insecure(true)");
    }
    return address;
  }

  @Nullable ReloadingTls tls() {
    return tls == null ? null : new ReloadingTls(tls);
  }

  Duration tlsReload() {
    return tlsReload;
  }

  TransportOptions transport() {
    return transport;
  }

  ObservedHub hub() {
    return settings.build();
  }

  MessageTypes messageTypes() {
    return messageTypes;
  }
}
