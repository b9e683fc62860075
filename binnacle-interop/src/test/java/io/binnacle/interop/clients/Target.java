package io.binnacle.interop.clients;

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

/**
 * What leads the clients of gRPC to a backend (GC-4), by way of a cluster.
 *
 * @param cluster its name, and that of its assignment
 * @param port of the backend, on this machine
 * @param listenerNote stands in the listener, so that it is another one
 * @param clusterType what is not EDS is refused by every client of gRPC
 */
record Target(String cluster, int port, String listenerNote, Cluster.DiscoveryType clusterType) {

  /** What clients call. */
  static final String URI = "xds:///interop.example";

  private static final String NAME = "interop.example";
  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();

  static Target by(String cluster, Backend backend) {
    return new Target(cluster, backend.port(), "", Cluster.DiscoveryType.EDS);
  }

  /** The same with another content of the listener. */
  Target withListenerNote(String note) {
    return new Target(cluster, port, note, clusterType);
  }

  /** The same with a cluster that clients refuse. */
  Target refused() {
    return new Target(cluster, port, listenerNote, Cluster.DiscoveryType.STATIC);
  }

  /** All of it. */
  Snapshot snapshot() {
    return Snapshot.of(listener(), routes(), clusterMessage(), assignment());
  }

  private Listener listener() {
    HttpConnectionManager manager =
        HttpConnectionManager.newBuilder()
            .setStatPrefix(listenerNote)
            .setRds(Rds.newBuilder().setRouteConfigName(NAME).setConfigSource(ADS))
            .addHttpFilters(
                HttpFilter.newBuilder()
                    .setName("router")
                    .setTypedConfig(Any.pack(Router.getDefaultInstance())))
            .build();
    return Listener.newBuilder()
        .setName(NAME)
        .setApiListener(ApiListener.newBuilder().setApiListener(Any.pack(manager)))
        .build();
  }

  private RouteConfiguration routes() {
    return RouteConfiguration.newBuilder()
        .setName(NAME)
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

  private Cluster clusterMessage() {
    return Cluster.newBuilder()
        .setName(cluster)
        .setType(clusterType)
        .setEdsClusterConfig(Cluster.EdsClusterConfig.newBuilder().setEdsConfig(ADS))
        .build();
  }

  private ClusterLoadAssignment assignment() {
    SocketAddress address =
        SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(port).build();
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(cluster)
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
