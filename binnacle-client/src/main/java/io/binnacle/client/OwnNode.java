package io.binnacle.client;

import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;

/** The node as it is sent: what the application says, and what this client is and can do. */
final class OwnNode {

  /** L-1, L-2: TTLs are kept, and wrapped resources are read in SotW too. */
  private static final List<String> FEATURES =
      List.of(
          "xds.config.supports-resource-ttl",
          "xds.config.supports-resource-in-sotw",
          "xds.config.resource-in-sotw");

  private OwnNode() {}

  static Node complete(Node node) {
    Node.Builder complete = node.toBuilder();
    if (node.getUserAgentName().isEmpty()) {
      String version = OwnNode.class.getPackage().getImplementationVersion();
      complete
          .setUserAgentName("binnacle-client")
          .setUserAgentVersion(version == null ? "dev" : version);
    }
    FEATURES.stream()
        .filter(feature -> !node.getClientFeaturesList().contains(feature))
        .forEach(complete::addClientFeatures);
    return complete.build();
  }
}
