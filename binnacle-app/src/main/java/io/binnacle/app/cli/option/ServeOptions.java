package io.binnacle.app.cli.option;

import io.binnacle.app.net.Endpoint;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.serve.ServeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of {@code serve} for how a control plane runs (CL-1). */
public final class ServeOptions {

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where clients connect; port 0 takes any; default: ${DEFAULT-VALUE}.")
  private HostPort listen = new HostPort("127.0.0.1", 18000);

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      description = "Health, metrics and API; port 0 takes any; default: ${DEFAULT-VALUE}.")
  private HostPort admin = new HostPort("127.0.0.1", 18001);

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "What it keeps for after a restart; without it nothing is kept.")
  private @Nullable Path data;

  @Option(
      names = "--drain",
      paramLabel = "TIME",
      description = "How long streams may go on at the end; default: 10s.")
  private Duration drain = Duration.ofSeconds(10);

  @Option(
      names = "--quiet-time",
      paramLabel = "TIME",
      description = "How long files must be quiet before they are read; default: 100ms.")
  private Duration quietTime = Duration.ofMillis(100);

  @Option(
      names = "--moves-only",
      description = "Read only files that are moved into place, and symlink swaps.")
  private boolean movesOnly;

  @Mixin private CheckOptions checks = new CheckOptions();

  @Mixin private OrderOptionsMixin order = new OrderOptionsMixin();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private ConnectionOptionsMixin connections = new ConnectionOptionsMixin();

  @Option(
      names = "--insecure",
      description = "Allow plaintext on addresses that other machines reach.")
  private boolean insecure;

  @Option(
      names = "--secrets-in-plaintext",
      description = "Serve Secrets over plaintext that other machines could read.")
  private boolean secretsInPlaintext;

  @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate chain, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Key of --tls-cert, PEM.")
  private @Nullable Path key;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description = "Ask clients for certificates that these sign, PEM.")
  private @Nullable Path clientCa;

  @Option(
      names = "--admin-tls-cert",
      paramLabel = "FILE",
      description = "The same for the admin port.")
  private @Nullable Path adminCertificate;

  @Option(
      names = "--admin-tls-key",
      paramLabel = "FILE",
      description = "The same for the admin port.")
  private @Nullable Path adminKey;

  @Option(
      names = "--admin-tls-client-ca",
      paramLabel = "FILE",
      description = "The same for the admin port.")
  private @Nullable Path adminClientCa;

  /** The settings, checked as far as they can be without opening a port. */
  public ServeSettings settings(Path directory, Map<String, String> environment) {
    Endpoint xds = new Endpoint("", listen, certificate, key, clientCa);
    Endpoint api = new Endpoint("admin-", admin, adminCertificate, adminKey, adminClientCa);
    xds.check(insecure);
    api.check(insecure);
    return new ServeSettings(
        directory,
        environment,
        xds,
        api,
        data,
        quietTime,
        movesOnly,
        drain,
        order.options(),
        checks.checking(),
        secretsInPlaintext,
        connections.options(),
        limits.limits());
  }
}
