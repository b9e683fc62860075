package io.binnacle.core.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;

/**
 * Who is at the other end of a stream, as its first request said (N-1), with what follows from it.
 *
 * @param node the node without its {@code extensions}, which are 60 kB in an Envoy and serve
 *     nothing here (ED-1)
 * @param envoy whether the exceptions for Envoy apply
 * @param drains whether connections of it may go on with what it was told is gone (O-9)
 * @param declaresTtl whether it declared {@code xds.config.supports-resource-ttl} (L-1)
 * @param readsWrappedInSotw whether it declared that it reads {@code Resource} in SotW (L-2)
 */
public record Client(
    Node node, boolean envoy, boolean drains, boolean declaresTtl, boolean readsWrappedInSotw) {

  /** How the names of all clients of gRPC begin (GC-2). */
  private static final String GRPC = "gRPC";

  /** The name of our own client, where its application gives it no other. */
  private static final String OWN = "binnacle-client";

  static Client of(Node node) {
    String userAgent = node.getUserAgentName();
    return new Client(
        // a copy by a builder is larger than what was parsed
        node.getExtensionsCount() == 0 ? node : node.toBuilder().clearExtensions().build(),
        userAgent.equals("envoy"),
        // an Envoy has the name that its bootstrap gives it (ED-2), so any other may be one
        !userAgent.startsWith(GRPC) && !userAgent.equals(OWN),
        node.getClientFeaturesList().contains("xds.config.supports-resource-ttl"),
        node.getClientFeaturesList().contains("xds.config.supports-resource-in-sotw")
            || node.getClientFeaturesList().contains("xds.config.resource-in-sotw"));
  }

  public String id() {
    return node.getId();
  }

  /** W-5: what an Envoy sends on a new stream after its last name went away (ED-18). */
  public boolean meansNothingByNoNames(ResourceType type, DiscoveryRequest first) {
    return envoy
        && !first.getVersionInfo().isEmpty()
        && !type.equals(ResourceType.LISTENER)
        && !type.equals(ResourceType.CLUSTER)
        && !type.equals(ResourceType.SCOPED_ROUTE_CONFIGURATION);
  }

  boolean getsTtl(Variant variant, SessionOptions options) {
    if (variant == Variant.DELTA) {
      return declaresTtl;
    }
    // L-2: Envoy 1.40 crashes or empties itself (ED-92, ED-93)
    return declaresTtl && readsWrappedInSotw && (!envoy || options.ttlToEnvoyInSotw());
  }
}
