package io.binnacle.app.bootstrap;

import io.binnacle.app.net.HostPort;
import io.envoyproxy.envoy.config.core.v3.Node;

/**
 * What a bootstrap is to hold.
 *
 * @param server the control plane
 * @param node id, cluster, metadata and locality of the client
 * @param admin the client's own admin port
 * @param tls how the control plane is spoken to
 * @param directory of the files, for {@link Delivery#FILES}
 */
public record BootstrapRequest(
    HostPort server, Node node, HostPort admin, Tls tls, String directory) {

  /**
   * TLS to the control plane.
   *
   * @param caFile certificates that the server's is checked against; empty: plaintext
   * @param certFile the client's own certificate; empty: none
   * @param keyFile its key
   */
  public record Tls(String caFile, String certFile, String keyFile) {

    public static final Tls NONE = new Tls("", "", "");

    boolean isOn() {
      return !caFile.isEmpty();
    }
  }
}
