package io.binnacle.app.admin;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import io.binnacle.app.admin.api.ApiPart;
import io.binnacle.app.net.Endpoint;
import io.binnacle.server.armeria.ReloadingTls;
import io.binnacle.server.armeria.TlsFiles;
import io.binnacle.server.armeria.guard.ConnectionGuards;
import io.binnacle.server.armeria.guard.GuardOptions;
import io.binnacle.server.metrics.ServerMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The admin port, with a thread and buffers of its own: made, started and closed by one thread. */
public final class AdminServer implements AutoCloseable {

  private static final MediaType PROMETHEUS =
      MediaType.parse("text/plain; version=0.0.4; charset=utf-8");

  /** At once; an answer that is not read may be as large as all metrics. */
  private static final int MOST_REQUESTS_PER_CONNECTION = 16;

  private static final Duration TLS_RELOAD = Duration.ofSeconds(5);

  /** Enough for people and monitoring. */
  private static final int MOST_CONNECTIONS = 256;

  /** Its own: those of the xDS port may be busy. */
  private final EventLoopGroup loops = EventLoopGroups.newEventLoopGroup(1, "binnacle-admin");

  private final Server server;
  private final @Nullable ReloadingTls tls;
  private @Nullable ScheduledFuture<?> reload;

  /**
   * A server that does not listen yet.
   *
   * @param api what answers below {@code /api/v1}
   * @throws IllegalArgumentException when its certificate files cannot be used
   */
  public AdminServer(
      Endpoint endpoint,
      GuardOptions guards,
      Health health,
      PrometheusMeterRegistry metrics,
      List<ApiPart> api) {
    ServerBuilder builder = Server.builder();
    // M-3: whatever the clients of the other port do, health and metrics are answered
    builder.workerGroup(loops, true);
    builder.childChannelOption(ChannelOption.ALLOCATOR, new UnpooledByteBufAllocator(false));
    builder.maxNumConnections(MOST_CONNECTIONS);
    TlsFiles files = endpoint.tls();
    tls = files == null ? null : new ReloadingTls(files);
    builder.port(
        new InetSocketAddress(endpoint.address().address(), endpoint.address().port()),
        tls == null ? SessionProtocol.HTTP : SessionProtocol.HTTPS);
    if (tls != null) {
      tls.addTo(builder);
    }
    guard(builder, guards, metrics);
    builder.service("exact:/livez", (ctx, request) -> health.live());
    builder.service("exact:/readyz", (ctx, request) -> health.ready());
    builder.service(
        "exact:/metrics",
        (ctx, request) -> HttpResponse.of(HttpStatus.OK, PROMETHEUS, metrics.scrape()));
    builder.service("exact:/", (ctx, request) -> contents());
    api.forEach(part -> part.addTo(builder));
    server = builder.build();
  }

  /** B-9: this port is no way around the other's guards. */
  private static void guard(
      ServerBuilder builder, GuardOptions options, PrometheusMeterRegistry metrics) {
    ConnectionGuards guards =
        new ConnectionGuards(
            options,
            reason -> ServerMetrics.closedConnections(metrics, "admin", reason.word()).increment());
    guards.addTo(builder);
    builder.http2MaxStreamsPerConnection(MOST_REQUESTS_PER_CONNECTION);
    builder.childChannelPipelineCustomizer(guards::addTo);
  }

  /** Opens the port. */
  public void start() {
    server.start().join();
    ReloadingTls reloading = tls;
    if (reloading != null) {
      reload =
          server
              .config()
              .blockingTaskExecutor()
              .scheduleWithFixedDelay(
                  reloading::reload,
                  TLS_RELOAD.toNanos(),
                  TLS_RELOAD.toNanos(),
                  TimeUnit.NANOSECONDS);
    }
  }

  /** The port that is open. */
  public int port() {
    return server.activeLocalPort();
  }

  private static HttpResponse contents() {
    return HttpResponse.of(
        HttpStatus.OK,
        MediaType.PLAIN_TEXT_UTF_8,
        """
        Binnacle: the admin port.

        /livez                this process answers
        /readyz               configuration is loaded, and nothing is draining
        /metrics              for Prometheus
        /api/v1/openapi.json  what the API has
        /api/v1/nodes         every client, and how it stands
        /api/v1/nodes/{id}    one of them; ?id= takes any id
        /api/v1/groups        every group, and what is wrong with its newest text
        /api/v1/resources     what is published; ?group= ?node= ?type= ?name= ?content=true
        /api/v1/tree?node=    what a node is to have, from listeners to endpoints
        """);
  }

  @Override
  public void close() {
    if (reload != null) {
      reload.cancel(false);
    }
    // Nobody waits for the two seconds that its threads take to end.
    server.stop();
  }
}
