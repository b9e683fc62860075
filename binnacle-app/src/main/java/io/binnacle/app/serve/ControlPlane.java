package io.binnacle.app.serve;

import static java.util.Objects.requireNonNull;

import io.binnacle.app.admin.AdminServer;
import io.binnacle.app.admin.Health;
import io.binnacle.app.admin.api.ApiPart;
import io.binnacle.app.admin.api.GroupsApi;
import io.binnacle.app.admin.api.NodesApi;
import io.binnacle.app.admin.api.OpenApi;
import io.binnacle.app.admin.api.ResourcesApi;
import io.binnacle.app.admin.api.TreeApi;
import io.binnacle.app.metrics.JvmMetrics;
import io.binnacle.app.metrics.SourceMetrics;
import io.binnacle.app.net.Endpoint;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.server.XdsServer;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.armeria.TlsFiles;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.history.StoredViewHistory;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.StreamListener;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.GroupSink;
import io.binnacle.sources.SourceListener;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.load.LoadedConfiguration;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running control plane: a watched directory, its catalog, the xDS port and the admin port. The
 * admin port opens first and closes last, so that health can be asked for all the time.
 *
 * <p>Started and closed by one thread; what it reports may be asked from any.
 */
public final class ControlPlane implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

  private static final NodeAssigner NOTHING_LOADED =
      node -> new NodeAssignment.Held("configuration is being loaded for the first time");

  private final ServeSettings settings;
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmMetrics jvm = new JvmMetrics(metrics);
  private final SourceOptions reading;
  private final Catalog catalog = new Catalog(NOTHING_LOADED);
  private final @Nullable StoredViewHistory history;
  private final @Nullable Revisions revisions;
  private final XdsServer server;
  private final AdminServer admin;
  private volatile @Nullable DirectorySource source;
  private volatile boolean loaded;
  private volatile boolean draining;

  private ControlPlane(ServeSettings settings, List<StreamListener> listeners) {
    this.settings = settings;
    this.reading = settings.checking().options();
    ServeLimits limits = settings.limits();
    XdsServerBuilder builder =
        XdsServer.builder(catalog)
            .listen(settings.xds().address().host(), settings.xds().address().port())
            // Endpoint.check has decided that already, with the flags in its message.
            .insecure(true)
            .limits(limits.streams().withSecretsInPlaintext(settings.secretsInPlaintext()))
            .clientLimits(limits.clients())
            .sessions(
                SessionOptions.defaults("binnacle")
                    .withLimits(limits.names(), limits.types())
                    .withOrder(settings.order()))
            .transport(limits.transport().withGuards(settings.guards()))
            .messageTypes(reading.types())
            .meterRegistry(metrics);
    history = settings.data() == null ? null : history(settings.data(), reading.types());
    if (history != null) {
      builder.viewHistory(history);
    }
    revisions = settings.data() == null ? null : Revisions.open(settings.data(), reading.types());
    listeners.forEach(builder::listener);
    TlsFiles tls = settings.xds().tls();
    if (tls != null) {
      builder.tls(tls);
    }
    this.server = building(builder::build);
    Health health =
        new Health(
            Map.of(
                "source " + settings.directory(), () -> loaded, "not draining", () -> !draining));
    this.admin =
        building(
            () -> new AdminServer(settings.admin(), settings.guards(), health, metrics, api()));
  }

  private List<ApiPart> api() {
    ServerStatus status = server.status();
    return List.of(
        new OpenApi(),
        new NodesApi(status, Clock.systemUTC()),
        new GroupsApi(status, catalog, this::inForce),
        new ResourcesApi(status, catalog, reading.types()),
        new TreeApi(status, catalog));
  }

  private LoadedConfiguration inForce() {
    DirectorySource opened = source;
    return opened == null ? LoadedConfiguration.EMPTY : opened.configuration();
  }

  private static StoredViewHistory history(Path data, MessageTypes types) {
    try {
      return StoredViewHistory.open(data, types);
    } catch (IllegalStateException e) {
      throw new Problem(ExitCode.FAILED, "--data: " + e.getMessage(), e);
    }
  }

  /**
   * Starts one.
   *
   * @param listeners are notified of what happens on streams, beside metrics, status and the log of
   *     NACKs
   * @param sources is notified of what becomes of the directory, beside metrics
   * @throws Problem when no group could be loaded, or a port cannot be opened; nothing runs then
   */
  public static ControlPlane start(
      ServeSettings settings, List<StreamListener> listeners, SourceListener sources) {
    ControlPlane controlPlane = new ControlPlane(settings, listeners);
    try {
      controlPlane.open(sources);
      return controlPlane;
    } catch (RuntimeException e) {
      controlPlane.close(Duration.ZERO);
      throw e;
    }
  }

  private void open(SourceListener sources) {
    opening(settings.admin(), admin::start);
    source = load(sources);
    loaded = true;
    opening(settings.xds(), server::start);
  }

  private DirectorySource load(SourceListener more) {
    Revisions kept = revisions;
    List<SourceListener> all = new ArrayList<>();
    all.add(new SourceMetrics(metrics, Clock.systemUTC()));
    all.add(more);
    if (kept != null) {
      all.add(kept.listener());
    }
    List<RawFile> restored = kept == null ? List.of() : kept.newestFiles(settings.directory());
    SourceOptions options =
        reading
            .withEnvironment(settings.environment())
            .withQuietTime(settings.quietTime())
            .withMovesOnly(settings.movesOnly());
    DirectorySource source;
    try {
      source =
          DirectorySource.open(
              settings.directory(),
              options,
              GroupSink.of(catalog),
              event -> all.forEach(listener -> listener.on(event)),
              restored);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.FAILED, "cannot watch " + settings.directory() + ": " + e.getMessage(), e);
    }
    LoadedConfiguration configuration = source.configuration();
    if (configuration.groups().isEmpty() && configuration.hasErrors()) {
      quietly(source);
      throw new Problem(
          ExitCode.BAD_DATA,
          "no group could be loaded from " + settings.directory() + "; what is wrong stands above");
    }
    if (kept != null && configuration.hasErrors()) {
      kept.servedInstead(settings.directory());
    }
    return source;
  }

  /** Where clients connect, with the port that is really open. */
  public HostPort xds() {
    return settings.xds().address().withPort(server.port());
  }

  /** Where people and monitoring connect, with the port that is really open. */
  public HostPort admin() {
    return settings.admin().address().withPort(admin.port());
  }

  /** What is in force of the directory, and what is wrong with it. */
  public LoadedConfiguration configuration() {
    return requireNonNull(source, "started").configuration();
  }

  /** Ends it in order: streams get the drain time of the settings (B-5). */
  @Override
  public void close() {
    close(settings.drain());
  }

  private void close(Duration drain) {
    draining = true;
    if (!drain.isZero()) {
      LOG.info(
          "ending: streams may go on for {} s at most, and no new ones come", drain.toSeconds());
    }
    server.close(drain).join();
    if (source != null) {
      quietly(source);
    }
    quietly(admin);
    jvm.close();
    if (revisions != null) {
      revisions.close();
    }
    if (history != null) {
      history.close();
    }
    metrics.close();
  }

  /** Bad certificate files are the user's to mend. */
  private static <T> T building(Supplier<T> build) {
    try {
      return build.get();
    } catch (IllegalArgumentException e) {
      throw Problem.usage(String.valueOf(e.getMessage()));
    }
  }

  private static void opening(Endpoint endpoint, Runnable open) {
    try {
      open.run();
    } catch (CompletionException e) {
      throw new Problem(
          ExitCode.UNREACHABLE,
          "cannot listen on "
              + endpoint.address()
              + ": "
              + reason(e)
              + "; choose another address with --"
              + (endpoint.flags().isEmpty() ? "listen" : "admin")
              + " (port 0 takes any free one)",
          e);
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof BindException
        ? "another program listens there, or the address is not of this machine"
        : String.valueOf(cause.getMessage());
  }

  private static void quietly(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw e instanceof IOException io
          ? new UncheckedIOException(io)
          : new IllegalStateException(e);
    }
  }
}
