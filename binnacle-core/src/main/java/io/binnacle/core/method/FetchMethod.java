package io.binnacle.core.method;

import io.binnacle.core.resource.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One unary method of table T, with its REST path.
 *
 * @param service full name of the gRPC service
 * @param method its name
 * @param restPath where the same is polled in JSON
 * @param type what it serves
 */
public record FetchMethod(String service, String method, String restPath, ResourceType type) {

  private static final List<FetchMethod> ALL =
      List.of(
          of("listener.v3.Listener", "Listeners", "listeners", ResourceType.LISTENER),
          of("route.v3.Route", "Routes", "routes", ResourceType.ROUTE_CONFIGURATION),
          of(
              "route.v3.ScopedRoutes",
              "ScopedRoutes",
              "scoped-routes",
              ResourceType.SCOPED_ROUTE_CONFIGURATION),
          of("cluster.v3.Cluster", "Clusters", "clusters", ResourceType.CLUSTER),
          of(
              "endpoint.v3.Endpoint",
              "Endpoints",
              "endpoints",
              ResourceType.CLUSTER_LOAD_ASSIGNMENT),
          of("secret.v3.Secret", "Secrets", "secrets", ResourceType.SECRET),
          of("runtime.v3.Runtime", "Runtime", "runtime", ResourceType.RUNTIME),
          of(
              "extension.v3.ExtensionConfig",
              "ExtensionConfigs",
              "extension_configs",
              ResourceType.TYPED_EXTENSION_CONFIG));

  /** Every one that a discovery server has (T-1). */
  public static List<FetchMethod> all() {
    return ALL;
  }

  /** The method of a type; null when there is none. */
  public static @Nullable FetchMethod of(ResourceType type) {
    return ALL.stream().filter(method -> method.type.equals(type)).findFirst().orElse(null);
  }

  /** {@code service/method}, as gRPC has it in the path behind the first slash. */
  public String fullName() {
    return service + "/" + method;
  }

  private static FetchMethod of(String service, String what, String path, ResourceType type) {
    return new FetchMethod(
        "envoy.service." + service + "DiscoveryService",
        "Fetch" + what,
        "/v3/discovery:" + path,
        type);
  }
}
