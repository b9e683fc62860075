package io.binnacle.server;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import io.binnacle.server.armeria.ReloadingTls;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.armeria.XdsTransport;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.reflection.DiscoveryHealth;
import io.binnacle.server.reflection.DiscoveryReflection;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An xDS server: what is published in a {@link Catalog}, served on one port in every stream variant
 * (T-1).
 *
 * <pre>{@code
 * Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
 * catalog.publish("edge", Snapshot.of(cluster, listener));
 * XdsServer server = XdsServer.builder(catalog).listen("127.0.0.1", 18000).build().start();
 * ...
 * server.close(Duration.ofSeconds(10)).join();
 * }</pre>
 *
 * <p>Safe from any thread. Publishing goes on working on the catalog, before, while and after the
 * server runs; several servers may serve one catalog.
 */
public final class XdsServer implements AutoCloseable {

  /** How long closed streams may take to get their last bytes out. */
  private static final Duration LAST_BYTES = Duration.ofSeconds(2);

  /** Requests of health and reflection are names of services. */
  private static final int STANDARD_REQUEST_BYTES = 64 << 10;

  /** How often a draining server looks whether anybody is left. */
  private static final int LOOK_MILLIS = 50;

  private final Server armeria;
  private final InetSocketAddress address;
  private final ObservedHub observed;
  private final XdsTransport transport;
  private final DiscoveryHealth health = new DiscoveryHealth();
  private final ScheduledExecutorService timer;
  private @Nullable CompletableFuture<Void> closed;

  XdsServer(XdsServerBuilder builder) {
    ReloadingTls tls = builder.tls();
    observed = builder.hub();
    transport = ArmeriaDiscovery.transportOf(builder, observed);
    timer = ArmeriaDiscovery.daemonTimer();
    ServerBuilder server = Server.builder();
    server.meterRegistry(new CompositeMeterRegistry()); // Armeria's own meters are not among ours
    address = builder.address();
    Acceptors.addTo(server);
    server.port(address, tls == null ? SessionProtocol.HTTP : SessionProtocol.HTTPS);
    if (tls != null) {
      tls.addTo(server);
      long period = builder.tlsReload().toNanos();
      timer.scheduleWithFixedDelay(tls::reload, period, period, TimeUnit.NANOSECONDS);
    }
    transport.addTo(server);
    addStandardServices(server);
    ArmeriaDiscovery.refresh(observed, timer);
    armeria = server.build();
  }

  /** gRPC's health and reflection services. */
  private void addStandardServices(ServerBuilder server) {
    GrpcServiceBuilder services =
        GrpcService.builder()
            .maxRequestMessageLength(STANDARD_REQUEST_BYTES)
            .addService(health.service());
    DiscoveryReflection.services().forEach(services::addService);
    server.service(
        services.build(),
        service ->
            service
                .decorate(
                    (delegate, ctx, request) -> {
                      ctx.clearRequestTimeout(); // a client may watch for as long as it likes
                      return delegate.serve(ctx, request);
                    })
                .decorate(transport::admitted));
  }

  /** Starts with a builder; see its methods for the defaults. */
  public static XdsServerBuilder builder(Catalog catalog) {
    return new XdsServerBuilder(catalog);
  }

  /**
   * Opens the port and serves; the health service reports that, unless {@link #serving} set
   * otherwise after this.
   *
   * @return this server, when the port is open
   * @throws CompletionException when the port cannot be opened; the message says which, and the
   *     cause why
   */
  public XdsServer start() {
    health.serving(true);
    try {
      armeria.start().join();
    } catch (CompletionException e) {
      throw new CompletionException(
          "cannot listen on "
              + address
              + ": "
              + e.getCause()
              + "; is another server running there?",
          e.getCause());
    }
    return this;
  }

  /**
   * The port that is open; the one given by the system where 0 was asked for.
   *
   * @throws IllegalStateException when the server was not started
   */
  public int port() {
    return armeria.activeLocalPort();
  }

  /**
   * What the gRPC health service reports: whether load balancers are to send clients here (M-3). It
   * changes nothing for clients that come.
   */
  public void serving(boolean ready) {
    health.serving(ready);
  }

  /** How the clients stand. */
  public ServerStatus status() {
    return observed.status();
  }

  /**
   * Ends the server (B-5): new streams are refused from now on, the others are closed with
   * UNAVAILABLE when the drain time is over, and then the port is closed. When no client is
   * connected any more, nothing is waited for.
   *
   * @param drain how long existing streams are still served, at most
   * @return complete when all has ended; the same for each call
   */
  public synchronized CompletableFuture<Void> close(Duration drain) {
    if (closed != null) {
      return closed;
    }
    health.drain();
    observed.hub().drain();
    closed =
        drained(drain)
            .thenCompose(done -> observed.hub().closeAll(CloseReason.drain()))
            .thenCompose(done -> lastBytes())
            .thenCompose(done -> armeria.stop())
            .whenComplete(
                (done, cause) -> {
                  timer.shutdown();
                  observed.close();
                });
    return closed;
  }

  /** Ends the server without a drain time, and waits for that. */
  @Override
  public void close() {
    close(Duration.ZERO).join();
  }

  private CompletableFuture<Void> drained(Duration drain) {
    CompletableFuture<Void> drained = new CompletableFuture<>();
    timer.schedule(() -> drained.complete(null), drain.toNanos(), TimeUnit.NANOSECONDS);
    Runnable look =
        () -> {
          if (armeria.numConnections() == 0) {
            drained.complete(null);
          }
        };
    var looking = timer.scheduleWithFixedDelay(look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    drained.whenComplete((done, cause) -> looking.cancel(false));
    return drained;
  }

  /** A client that does not read cannot hold the end up. */
  private CompletableFuture<Void> lastBytes() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    timer.schedule(() -> over.complete(null), LAST_BYTES.toNanos(), TimeUnit.NANOSECONDS);
    return CompletableFuture.anyOf(transport.whenIdle(), over).thenAccept(done -> {});
  }
}
