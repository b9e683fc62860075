package io.binnacle.interop.servers;

import com.google.protobuf.util.Durations;
import io.binnacle.client.ResourceKind;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;

/** The types that are followed, each as the value that stands in a resource. */
enum Kind {
  LDS(true, ResourceKind.LISTENER.map(listener -> Integer.parseInt(listener.getStatPrefix()))),
  RDS(
      false,
      ResourceKind.ROUTE_CONFIGURATION.map(
          routes -> Integer.parseInt(routes.getVirtualHosts(0).getName()))),
  CDS(
      true,
      ResourceKind.CLUSTER.map(cluster -> (int) Durations.toMillis(cluster.getConnectTimeout()))),
  EDS(false, ResourceKind.CLUSTER_LOAD_ASSIGNMENT.map(Kind::valueOf)),
  SDS(
      false,
      ResourceKind.SECRET.map(
          secret -> Integer.parseInt(secret.getGenericSecret().getSecret().getInlineString())));

  private final boolean fullState;
  private final ResourceKind<Integer> kind;

  Kind(boolean fullState, ResourceKind<Integer> kind) {
    this.fullState = fullState;
    this.kind = kind;
  }

  /** Whether a SotW response holds all there is, so that what is missing is gone (C-6). */
  boolean isFullState() {
    return fullState;
  }

  ResourceKind<Integer> kind() {
    return kind;
  }

  private static int valueOf(ClusterLoadAssignment assignment) {
    return assignment
        .getEndpoints(0)
        .getLbEndpoints(0)
        .getEndpoint()
        .getAddress()
        .getSocketAddress()
        .getPortValue();
  }
}
