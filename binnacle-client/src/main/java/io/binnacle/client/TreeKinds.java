package io.binnacle.client;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.extensions.clusters.aggregate.v3.ClusterConfig;
import io.envoyproxy.envoy.extensions.filters.network.dubbo_proxy.v3.MultipleRouteConfiguration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of everything that a resource may name, and that a tree follows therefore (C-13). */
final class TreeKinds {

  private static final Map<ResourceType, ResourceKind<? extends Message>> KINDS =
      Stream.<ResourceKind<? extends Message>>of(
              ResourceKind.LISTENER,
              ResourceKind.ROUTE_CONFIGURATION,
              ResourceKind.SCOPED_ROUTE_CONFIGURATION,
              ResourceKind.VIRTUAL_HOST,
              ResourceKind.CLUSTER,
              ResourceKind.CLUSTER_LOAD_ASSIGNMENT,
              ResourceKind.LB_ENDPOINT,
              ResourceKind.SECRET,
              ResourceKind.TYPED_EXTENSION_CONFIG,
              ResourceKind.of(ClusterConfig.getDefaultInstance()),
              ResourceKind.of(MultipleRouteConfiguration.getDefaultInstance()),
              ResourceKind.of(
                  io.envoyproxy.envoy.extensions.filters.network.generic_proxy.v3.RouteConfiguration
                      .getDefaultInstance()),
              ResourceKind.of(
                  io.envoyproxy.envoy.extensions.filters.network.thrift_proxy.v3.RouteConfiguration
                      .getDefaultInstance()))
          .collect(Collectors.toUnmodifiableMap(ResourceKind::type, Function.identity()));

  private TreeKinds() {}

  static Collection<ResourceKind<? extends Message>> all() {
    return KINDS.values();
  }

  /** The types that a tree follows. */
  static boolean has(ResourceType type) {
    return KINDS.containsKey(type);
  }
}
