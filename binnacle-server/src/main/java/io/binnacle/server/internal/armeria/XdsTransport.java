package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.ClosedSessionException;
import com.linecorp.armeria.common.stream.AbortedStreamException;
import com.linecorp.armeria.common.stream.CancelledSubscriptionException;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.server.Variant;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.armeria.guard.ConnectionGuards;
import io.binnacle.server.armeria.guard.GuardListener;
import io.binnacle.server.grpc.FetchPeer;
import io.binnacle.server.grpc.FetchServices;
import io.binnacle.server.internal.json.JsonBodies;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.stream.CloseReason;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves the streams of a hub over gRPC, and polls over gRPC and REST-JSON, on an Armeria server:
 * every method of table T on the server's ports (T-1).
 *
 * <p>Safe from any thread. {@link io.binnacle.server.XdsServer} is the ready-made server; this is
 * for applications that have an Armeria server of their own.
 */
public final class XdsTransport {

  /** Small beside the connection's, so that a stream that is not read starves no other. */
  private static final int STREAM_WINDOW = 256 << 10;

  private static final int CONNECTION_WINDOW = 16 << 20;
  private static final int MOST_WRITES_PER_FLUSH = 64;

  private final StreamHub hub;
  private final PollHub polls;
  private final MessageTypes types;
  private final TransportOptions options;
  private final RefusalListener refusals;
  private final ConnectionGuards guards;
  private final SharedBuffers buffers = new SharedBuffers();
  private final AtomicInteger open = new AtomicInteger();
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private volatile boolean closing;

  /**
   * A transport for the streams of a hub and for polls; to be added to one server.
   *
   * @param polls those beside the streams of the hub
   * @param types what an {@code Any} may hold that is given out in JSON
   * @param refusals is notified of streams that were refused before they began
   * @param closed is notified of connections that a guard closed
   */
  public XdsTransport(
      StreamHub hub,
      PollHub polls,
      MessageTypes types,
      TransportOptions options,
      RefusalListener refusals,
      GuardListener closed) {
    this.hub = hub;
    this.polls = polls;
    this.types = types;
    this.options = options;
    this.refusals = refusals;
    this.guards = new ConnectionGuards(options.guards(), closed);
  }

  /**
   * Adds the services, and sets what streams need of the server's connections: no idle timeout, no
   * bound of age, windows, own pings (B-8), and guards (B-9).
   */
  public void addTo(ServerBuilder server) {
    for (DiscoveryMethod method : DiscoveryMethod.all()) {
      server.service("exact:/" + method.fullName(), new XdsStreamService(method, this));
    }
    addPolls(server);
    server.serviceUnder("/", new UnknownPathService());
    server.idleTimeoutMillis(0);
    server.pingIntervalMillis(0);
    server.maxConnectionAgeMillis(0);
    server.http2InitialStreamWindowSize(STREAM_WINDOW);
    server.http2InitialConnectionWindowSize(CONNECTION_WINDOW);
    // who heeds it opens another connection, or waits; who does not is answered (B-3)
    server.http2MaxStreamsPerConnection(options.maxStreamsPerConnection());
    guards.addTo(server);
    server.childChannelPipelineCustomizer(
        pipeline -> {
          ConnectionGate.enter(pipeline.channel(), hub.account());
          pipeline.addFirst(
              // a publish writes to every stream of a connection: one system call for many
              new FlushConsolidationHandler(MOST_WRITES_PER_FLUSH, true),
              new PeerWatch(options.pingInterval(), options.pingTimeout()));
          guards.addTo(pipeline);
        });
  }

  /** T-1: on the same port, as unary gRPC and in JSON. */
  private void addPolls(ServerBuilder server) {
    String identifier = hub.options().controlPlaneIdentifier();
    JsonBodies bodies = new JsonBodies(types, hub.shared(), identifier);
    for (FetchMethod method : FetchMethod.all()) {
      server.service(
          "exact:" + method.restPath(),
          new RestService(method, this, bodies).decorate(this::admittedPoll));
    }
    GrpcServiceBuilder fetches =
        GrpcService.builder().maxRequestMessageLength(options.maxRequestBytes());
    FetchServices.of(polls, XdsTransport::peerOfCall).forEach(fetches::addService);
    server.service(
        fetches.build(),
        service ->
            service
                .decorate(
                    (delegate, ctx, request) -> {
                      // a deadline of the client is set again behind this
                      ctx.clearRequestTimeout();
                      return delegate.serve(ctx, request);
                    })
                .decorate(this::admittedPoll));
  }

  /** Books the calls of a service that is not ours, beside the streams (B-3). */
  public HttpService admitted(HttpService service) {
    return new AdmittedService(service, hub.account(), refusals, false);
  }

  private HttpService admittedPoll(HttpService service) {
    return new AdmittedService(service, hub.account(), refusals, true);
  }

  private static FetchPeer peerOfCall() {
    ServiceRequestContext ctx = ServiceRequestContext.current();
    return FetchPeer.of(
        new NettyLoop(ctx.eventLoop().withoutContext()),
        ctx.remoteAddress(),
        ctx.sessionProtocol().isTls());
  }

  /** Complete when no response is being written any more; to be asked when no stream comes. */
  public CompletableFuture<Void> whenIdle() {
    closing = true;
    completeWhenIdle();
    return idle;
  }

  /** Number of bodies that are being written at this moment. */
  int pendingBodies() {
    return buffers.size();
  }

  StreamHub hub() {
    return hub;
  }

  PollHub polls() {
    return polls;
  }

  TransportOptions options() {
    return options;
  }

  SharedBuffers buffers() {
    return buffers;
  }

  /** Counts a stream until its last byte was written, or it broke. */
  void opened(ConnectionStreams connection, ServiceRequestContext stream) {
    open.incrementAndGet();
    connection.opened();
    stream
        .log()
        .whenComplete()
        .thenRun(
            () -> {
              connection.closed();
              open.decrementAndGet();
              completeWhenIdle();
            });
  }

  void refused(Variant variant, CloseReason reason) {
    refusals.onRefused(variant, reason);
  }

  /** Whether the reading of requests ended because the client, or the network, went away. */
  boolean isPeerGone(Throwable cause) {
    return cause instanceof ClosedStreamException
        || cause instanceof ClosedSessionException
        || cause instanceof AbortedStreamException
        || cause instanceof CancelledSubscriptionException
        || cause instanceof IOException; // a write failed first
  }

  private void completeWhenIdle() {
    if (closing && open.get() == 0) {
      idle.complete(null);
    }
  }
}
