package io.binnacle.server.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.UInt32Value;
import io.binnacle.core.view.Snapshot;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.Locality;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.ApiListener;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.Rds;

/** Resources that let a gRPC client reach a target (GC-4). */
final class GrpcTargets {

  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();

  private GrpcTargets() {}

  /** Everything for {@code xds:///target}, answered at one port of this machine. */
  static Snapshot reaching(String target, int port) {
    return Snapshot.of(
        listener(target), routes(target), cluster(target).build(), assignment(target, port));
  }

  /** As above, by way of a cluster with a name of its own. */
  static Snapshot reaching(String target, String cluster, int port) {
    return Snapshot.of(
        listener(target),
        routes(target, cluster),
        cluster(cluster).build(),
        assignment(cluster, port));
  }

  static Listener listener(String target) {
    HttpConnectionManager manager =
        HttpConnectionManager.newBuilder()
            .setRds(Rds.newBuilder().setRouteConfigName(target).setConfigSource(ADS))
            .addHttpFilters(
                HttpFilter.newBuilder()
                    .setName("router")
                    .setTypedConfig(Any.pack(Router.getDefaultInstance())))
            .build();
    return Listener.newBuilder()
        .setName(target)
        .setApiListener(ApiListener.newBuilder().setApiListener(Any.pack(manager)))
        .build();
  }

  static RouteConfiguration routes(String target) {
    return routes(target, target);
  }

  static RouteConfiguration routes(String target, String cluster) {
    return RouteConfiguration.newBuilder()
        .setName(target)
        .addVirtualHosts(
            VirtualHost.newBuilder()
                .setName("all")
                .addDomains("*")
                .addRoutes(
                    Route.newBuilder()
                        .setMatch(RouteMatch.newBuilder().setPrefix(""))
                        .setRoute(RouteAction.newBuilder().setCluster(cluster))))
        .build();
  }

  static Cluster.Builder cluster(String target) {
    return Cluster.newBuilder()
        .setName(target)
        .setType(Cluster.DiscoveryType.EDS)
        .setEdsClusterConfig(Cluster.EdsClusterConfig.newBuilder().setEdsConfig(ADS));
  }

  static ClusterLoadAssignment assignment(String target, int port) {
    SocketAddress address =
        SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(port).build();
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(target)
        .addEndpoints(
            LocalityLbEndpoints.newBuilder()
                .setLocality(Locality.newBuilder().setRegion("here"))
                .setLoadBalancingWeight(UInt32Value.of(1))
                .addLbEndpoints(
                    LbEndpoint.newBuilder()
                        .setEndpoint(
                            Endpoint.newBuilder()
                                .setAddress(Address.newBuilder().setSocketAddress(address)))))
        .build();
  }
}
