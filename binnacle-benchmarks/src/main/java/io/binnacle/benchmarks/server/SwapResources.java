package io.binnacle.benchmarks.server;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.DiscoveryType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.EdsClusterConfig;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Filter;
import io.envoyproxy.envoy.config.listener.v3.FilterChain;
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
 * One listener whose one route goes to one cluster; each revision names another cluster. Compiled
 * against the message classes of whichever server runs in the process.
 *
 * @param listener the listener, the same for all revisions
 * @param routes its routes
 * @param cluster what they go to
 * @param assignment its endpoint
 */
public record SwapResources(
    Listener listener,
    RouteConfiguration routes,
    Cluster cluster,
    ClusterLoadAssignment assignment) {

  private static final String ROUTES = "routes";

  /** The resources of a revision. */
  public static SwapResources of(int listenerPort, int backendPort, int revision) {
    String name = "pool-" + revision;
    return new SwapResources(
        listener(listenerPort), routes(name), cluster(name), assignment(name, backendPort));
  }

  private static ConfigSource ads() {
    return ConfigSource.newBuilder()
        .setAds(AggregatedConfigSource.getDefaultInstance())
        .setResourceApiVersion(ApiVersion.V3)
        .build();
  }

  private static Address address(int port) {
    return Address.newBuilder()
        .setSocketAddress(SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(port))
        .build();
  }

  /** As {@code Any.pack}, whose bytes may differ from one time to the next. */
  private static Any packed(Message message) {
    return Any.newBuilder()
        .setTypeUrl("type.googleapis.com/" + message.getDescriptorForType().getFullName())
        .setValue(message.toByteString())
        .build();
  }

  private static Listener listener(int port) {
    HttpConnectionManager http =
        HttpConnectionManager.newBuilder()
            .setStatPrefix("swap")
            .setRds(Rds.newBuilder().setRouteConfigName(ROUTES).setConfigSource(ads()))
            .addHttpFilters(
                HttpFilter.newBuilder()
                    .setName("envoy.filters.http.router")
                    .setTypedConfig(packed(Router.getDefaultInstance())))
            .build();
    return Listener.newBuilder()
        .setName("http")
        .setAddress(address(port))
        .addFilterChains(
            FilterChain.newBuilder()
                .addFilters(Filter.newBuilder().setName("http").setTypedConfig(packed(http))))
        .build();
  }

  private static RouteConfiguration routes(String cluster) {
    Route route =
        Route.newBuilder()
            .setMatch(RouteMatch.newBuilder().setPrefix("/"))
            .setRoute(RouteAction.newBuilder().setCluster(cluster))
            .build();
    return RouteConfiguration.newBuilder()
        .setName(ROUTES)
        .addVirtualHosts(VirtualHost.newBuilder().setName("all").addDomains("*").addRoutes(route))
        .build();
  }

  private static Cluster cluster(String name) {
    return Cluster.newBuilder()
        .setName(name)
        .setType(DiscoveryType.EDS)
        .setEdsClusterConfig(EdsClusterConfig.newBuilder().setEdsConfig(ads()))
        .setConnectTimeout(Duration.newBuilder().setSeconds(1))
        .build();
  }

  private static ClusterLoadAssignment assignment(String cluster, int port) {
    LbEndpoint endpoint =
        LbEndpoint.newBuilder()
            .setEndpoint(Endpoint.newBuilder().setAddress(address(port)))
            .build();
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(cluster)
        .addEndpoints(LocalityLbEndpoints.newBuilder().addLbEndpoints(endpoint))
        .build();
  }
}
