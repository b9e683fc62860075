package io.binnacle.app.cli.option;

import io.binnacle.app.net.HostPort;
import picocli.CommandLine.Option;

/** {@code --envoy-admin}: the admin port that goes into a bootstrap. */
public final class EnvoyAdminOption {

  @Option(
      names = "--envoy-admin",
      paramLabel = "HOST:PORT",
      description = "Envoy's own admin port, in the bootstrap; default: ${DEFAULT-VALUE}.")
  private HostPort address = new HostPort("127.0.0.1", 19000);

  public HostPort address() {
    return address;
  }
}
