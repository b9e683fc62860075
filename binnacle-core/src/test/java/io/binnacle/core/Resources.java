package io.binnacle.core;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.resource.Resource;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.ExtensionConfigSource;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LedsClusterLocalityConfig;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Filter;
import io.envoyproxy.envoy.config.listener.v3.FilterChain;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.clusters.aggregate.v3.ClusterConfig;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.Rds;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.ScopedRds;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.GenericSecret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;

/**
 * Sample resources for tests. Each takes its name and one text or number that makes a difference of
 * content, so that "changed" is a call with another value.
 */
public final class Resources {

  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();

  private Resources() {}

  /** A static cluster. */
  public static Cluster cluster(String name, String content) {
    return Cluster.newBuilder().setName(name).setAltStatName(content).build();
  }

  /** A static cluster. */
  public static Cluster cluster(String name) {
    return cluster(name, "1");
  }

  /** A cluster whose assignment has its own name. */
  public static Cluster edsCluster(String name, String content) {
    return edsCluster(name, "", content);
  }

  /** A cluster whose assignment is {@code serviceName}; empty: its own name. */
  public static Cluster edsCluster(String name, String serviceName, String content) {
    return cluster(name, content).toBuilder()
        .setType(Cluster.DiscoveryType.EDS)
        .setEdsClusterConfig(
            Cluster.EdsClusterConfig.newBuilder().setEdsConfig(ADS).setServiceName(serviceName))
        .build();
  }

  /** A cluster that is made of others. */
  public static Cluster aggregateCluster(String name, String content, Iterable<String> members) {
    Any config = Any.pack(ClusterConfig.newBuilder().addAllClusters(members).build());
    return cluster(name, content).toBuilder()
        .setClusterType(
            Cluster.CustomClusterType.newBuilder()
                .setName("envoy.clusters.aggregate")
                .setTypedConfig(config))
        .build();
  }

  /** An assignment of one endpoint. */
  public static ClusterLoadAssignment assignment(String name, int port) {
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(name)
        .addEndpoints(LocalityLbEndpoints.newBuilder().addLbEndpoints(lbEndpoint(port)))
        .build();
  }

  /** An assignment whose endpoints are a LEDS collection. */
  public static ClusterLoadAssignment ledsAssignment(String name, String glob) {
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(name)
        .addEndpoints(
            LocalityLbEndpoints.newBuilder()
                .setLedsClusterLocalityConfig(
                    LedsClusterLocalityConfig.newBuilder()
                        .setLedsConfig(ADS)
                        .setLedsCollectionName(glob)))
        .build();
  }

  public static LbEndpoint lbEndpoint(int port) {
    return LbEndpoint.newBuilder()
        .setEndpoint(
            Endpoint.newBuilder()
                .setAddress(
                    Address.newBuilder()
                        .setSocketAddress(
                            SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(port))))
        .build();
  }

  /** A member of a LEDS collection; its message has no name of its own. */
  public static Resource lbEndpoint(String name, int port) {
    return Resource.builder(name, lbEndpoint(port)).build();
  }

  public static Listener listener(String name, String content) {
    return Listener.newBuilder().setName(name).setStatPrefix(content).build();
  }

  /** A listener that takes its routes by name from the stream that it came from. */
  public static Listener routedListener(String name, String routes, String content) {
    return filtered(
        name,
        content,
        HttpConnectionManager.newBuilder()
            .setRds(Rds.newBuilder().setRouteConfigName(routes).setConfigSource(ADS))
            .build());
  }

  /** A listener that carries routes to one cluster itself. */
  public static Listener inlineListener(String name, String cluster) {
    return filtered(
        name,
        "inline",
        HttpConnectionManager.newBuilder().setRouteConfig(route("inline", cluster)).build());
  }

  /** A listener that takes all scopes, and their routes, from the stream that it came from. */
  public static Listener scopedListener(String name) {
    ScopedRds scopes = ScopedRds.newBuilder().setScopedRdsConfigSource(ADS).build();
    return filtered(
        name,
        "scoped",
        HttpConnectionManager.newBuilder()
            .setScopedRoutes(ScopedRoutes.newBuilder().setRdsConfigSource(ADS).setScopedRds(scopes))
            .build());
  }

  /** A listener with a filter whose configuration comes by the filter's name. */
  public static Listener extendedListener(String name, String filter) {
    return filtered(
        name,
        "extended",
        HttpConnectionManager.newBuilder()
            .setRouteConfig(RouteConfiguration.getDefaultInstance())
            .addHttpFilters(
                HttpFilter.newBuilder()
                    .setName(filter)
                    .setConfigDiscovery(ExtensionConfigSource.newBuilder().setConfigSource(ADS)))
            .build());
  }

  private static Listener filtered(String name, String content, HttpConnectionManager http) {
    return listener(name, content).toBuilder()
        .addFilterChains(
            FilterChain.newBuilder()
                .addFilters(Filter.newBuilder().setName("http").setTypedConfig(Any.pack(http))))
        .build();
  }

  /** A route configuration that sends everything to one cluster. */
  public static RouteConfiguration route(String name, String cluster) {
    return RouteConfiguration.newBuilder()
        .setName(name)
        .addVirtualHosts(virtualHostMessage("all", "*", cluster))
        .build();
  }

  public static ScopedRouteConfiguration scope(String name, String route) {
    return ScopedRouteConfiguration.newBuilder()
        .setName(name)
        .setRouteConfigurationName(route)
        .build();
  }

  /** {@code <route>/<host>}, which is its name and its alias is given too (VHDS-1). */
  public static Resource virtualHost(String name, String alias, String cluster) {
    return Resource.builder(name, virtualHostMessage(name, alias, cluster)).alias(alias).build();
  }

  private static VirtualHost virtualHostMessage(String name, String domain, String cluster) {
    return VirtualHost.newBuilder()
        .setName(name)
        .addDomains(domain)
        .addRoutes(
            Route.newBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                .setRoute(RouteAction.newBuilder().setCluster(cluster)))
        .build();
  }

  public static Secret secret(String name, String content) {
    return Secret.newBuilder()
        .setName(name)
        .setGenericSecret(
            GenericSecret.newBuilder().setSecret(DataSource.newBuilder().setInlineString(content)))
        .build();
  }

  public static Runtime runtime(String name, String content) {
    return Runtime.newBuilder()
        .setName(name)
        .setLayer(
            Struct.newBuilder()
                .putFields("key", Value.newBuilder().setStringValue(content).build()))
        .build();
  }

  public static TypedExtensionConfig extension(String name) {
    return TypedExtensionConfig.newBuilder().setName(name).build();
  }
}
