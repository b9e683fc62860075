package io.binnacle.core.method;

import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One streaming method of table T.
 *
 * @param service full name of the gRPC service
 * @param method its name
 * @param delta whether it is incremental; else it is state of the world
 * @param onlyType the type that it serves; null on ADS
 */
public record DiscoveryMethod(
    String service, String method, boolean delta, @Nullable ResourceType onlyType) {

  private static final String PACKAGE = "envoy.service.";
  private static final String ADS = PACKAGE + "discovery.v3.AggregatedDiscoveryService";

  private static final List<DiscoveryMethod> ALL = table();

  /** Every streaming method that a discovery server has (T-1). */
  public static List<DiscoveryMethod> all() {
    return ALL;
  }

  /** The method of ADS. */
  public static DiscoveryMethod aggregated(boolean delta) {
    return ALL.stream()
        .filter(method -> method.onlyType == null && method.delta == delta)
        .findFirst()
        .orElseThrow();
  }

  /** The method of a type's own service; null when the type has none of this kind. */
  public static @Nullable DiscoveryMethod of(ResourceType type, boolean delta) {
    return ALL.stream()
        .filter(method -> type.equals(method.onlyType) && method.delta == delta)
        .findFirst()
        .orElse(null);
  }

  /** {@code service/method}, as gRPC has it in the path behind the first slash. */
  public String fullName() {
    return service + "/" + method;
  }

  private static List<DiscoveryMethod> table() {
    List<DiscoveryMethod> all = new ArrayList<>();
    all.add(new DiscoveryMethod(ADS, "StreamAggregatedResources", false, null));
    all.add(new DiscoveryMethod(ADS, "DeltaAggregatedResources", true, null));
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
      List<DiscoveryMethod> all, String service, String what, ResourceType type) {
    all.add(new DiscoveryMethod(PACKAGE + service, "Stream" + what, false, type));
    delta(all, service, what, type);
  }

  private static void delta(
      List<DiscoveryMethod> all, String service, String what, ResourceType type) {
    all.add(new DiscoveryMethod(PACKAGE + service, "Delta" + what, true, type));
  }
}
