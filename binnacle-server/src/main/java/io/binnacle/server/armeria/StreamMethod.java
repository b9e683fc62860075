package io.binnacle.server.armeria;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Variant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One streaming method of table T.
 *
 * @param path as in the HTTP/2 request, {@code /service/method}
 * @param onlyType the type of a typed service; null on ADS
 */
record StreamMethod(String path, Variant variant, @Nullable ResourceType onlyType) {

  private static final String PREFIX = "/envoy.service.";

  /** Every method that is a discovery stream (T-1). */
  static List<StreamMethod> all() {
    List<StreamMethod> all = new ArrayList<>();
    both(all, "discovery.v3.AggregatedDiscoveryService", "AggregatedResources", null);
    both(all, "listener.v3.ListenerDiscoveryService", "Listeners", ResourceType.LISTENER);
    both(all, "route.v3.RouteDiscoveryService", "Routes", ResourceType.ROUTE_CONFIGURATION);
    both(
        all,
        "route.v3.ScopedRoutesDiscoveryService",
        "ScopedRoutes",
        ResourceType.SCOPED_ROUTE_CONFIGURATION);
    both(all, "cluster.v3.ClusterDiscoveryService", "Clusters", ResourceType.CLUSTER);
    both(
        all,
        "endpoint.v3.EndpointDiscoveryService",
        "Endpoints",
        ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    both(all, "secret.v3.SecretDiscoveryService", "Secrets", ResourceType.SECRET);
    both(all, "runtime.v3.RuntimeDiscoveryService", "Runtime", ResourceType.RUNTIME);
    both(
        all,
        "extension.v3.ExtensionConfigDiscoveryService",
        "ExtensionConfigs",
        ResourceType.TYPED_EXTENSION_CONFIG);
    delta(all, "route.v3.VirtualHostDiscoveryService", "VirtualHosts", ResourceType.VIRTUAL_HOST);
    delta(
        all,
        "endpoint.v3.LocalityEndpointDiscoveryService",
        "LocalityEndpoints",
        ResourceType.LB_ENDPOINT);
    return List.copyOf(all);
  }

  private static void both(
      List<StreamMethod> all, String service, String noun, @Nullable ResourceType type) {
    all.add(new StreamMethod(PREFIX + service + "/Stream" + noun, Variant.SOTW, type));
    delta(all, service, noun, type);
  }

  private static void delta(
      List<StreamMethod> all, String service, String noun, @Nullable ResourceType type) {
    all.add(new StreamMethod(PREFIX + service + "/Delta" + noun, Variant.DELTA, type));
  }
}
