package io.binnacle.core.resource;

import static java.util.Map.entry;

import io.binnacle.core.resource.ReferenceRule.Assignment;
import io.binnacle.core.resource.ReferenceRule.Named;
import io.binnacle.core.resource.ReferenceRule.RoutesOfScope;
import io.binnacle.core.resource.ReferenceRule.Scopes;
import io.binnacle.core.resource.ReferenceRule.SourceOfScopedRoutes;
import io.binnacle.core.resource.ReferenceRule.Sourced;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which fields of the Envoy API name other resources: a new one is one line. {@code
 * ReferenceTableTest} finds fields of a new API that look as if they belonged here.
 */
final class ReferenceTable {

  private static final String CORE = "envoy.config.core.v3.";
  private static final String ROUTE = "envoy.config.route.v3.";
  private static final String HTTP = "envoy.extensions.filters.http.";
  private static final String NETWORK = "envoy.extensions.filters.network.";
  private static final String HCM = NETWORK + "http_connection_manager.v3.";
  private static final String REDIS_ROUTE =
      NETWORK + "redis_proxy.v3.RedisProxy.PrefixRoutes.Route";
  private static final String UDP = "envoy.extensions.filters.udp.udp_proxy.v3.";
  private static final String DNS = "envoy.data.dns.v3.DnsTable.";

  private static final ReferenceRule CLUSTER = new Named(ResourceType.CLUSTER);

  /** Full names of fields. */
  private static final Map<String, ReferenceRule> RULES =
      Map.ofEntries(
          entry(CORE + "ApiConfigSource.cluster_names", CLUSTER),
          entry(CORE + "GrpcService.EnvoyGrpc.cluster_name", CLUSTER),
          entry(CORE + "HttpUri.cluster", CLUSTER),
          entry("envoy.config.metrics.v3.StatsdSink.tcp_cluster_name", CLUSTER),
          entry(ROUTE + "RouteAction.cluster", CLUSTER),
          entry(ROUTE + "RouteAction.RequestMirrorPolicy.cluster", CLUSTER),
          entry(ROUTE + "WeightedCluster.ClusterWeight.name", CLUSTER),
          entry("envoy.config.trace.v3.DatadogConfig.collector_cluster", CLUSTER),
          entry("envoy.config.trace.v3.LightstepConfig.collector_cluster", CLUSTER),
          entry("envoy.config.trace.v3.ZipkinConfig.collector_cluster", CLUSTER),
          entry(DNS + "DnsEndpoint.cluster_name", CLUSTER),
          entry(DNS + "DnsServiceTarget.cluster_name", CLUSTER),
          entry(
              "envoy.extensions.access_loggers.fluentd.v3.FluentdAccessLogConfig.cluster", CLUSTER),
          entry("envoy.extensions.clusters.aggregate.v3.ClusterConfig.clusters", CLUSTER),
          entry(HTTP + "cache_v2.v3.CacheV2Config.override_upstream_cluster", CLUSTER),
          entry(HTTP + "gcp_authn.v3.GcpAuthnFilterConfig.cluster", CLUSTER),
          entry(NETWORK + "generic_proxy.action.v3.RouteAction.cluster", CLUSTER),
          entry(NETWORK + "dubbo_proxy.v3.RouteAction.cluster", CLUSTER),
          entry(REDIS_ROUTE + ".cluster", CLUSTER),
          entry(REDIS_ROUTE + ".ReadCommandPolicy.cluster", CLUSTER),
          entry(REDIS_ROUTE + ".RequestMirrorPolicy.cluster", CLUSTER),
          entry(NETWORK + "tcp_proxy.v3.TcpProxy.cluster", CLUSTER),
          entry(NETWORK + "tcp_proxy.v3.TcpProxy.WeightedCluster.ClusterWeight.name", CLUSTER),
          entry(NETWORK + "thrift_proxy.v3.RouteAction.cluster", CLUSTER),
          entry(NETWORK + "thrift_proxy.v3.RouteAction.RequestMirrorPolicy.cluster", CLUSTER),
          entry(NETWORK + "thrift_proxy.v3.WeightedCluster.ClusterWeight.name", CLUSTER),
          entry(UDP + "Route.cluster", CLUSTER),
          entry(UDP + "UdpProxyConfig.cluster", CLUSTER),
          entry(
              "envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig.default_cluster",
              CLUSTER),
          entry(
              "envoy.extensions.router.cluster_specifiers.matcher.v3.ClusterAction.cluster",
              CLUSTER),
          entry("envoy.extensions.tracers.fluentd.v3.FluentdConfig.cluster", CLUSTER),
          // of Envoy 1.40, known through --descriptors
          entry("envoy.extensions.clusters.composite.v3.ClusterConfig.ClusterEntry.name", CLUSTER),
          entry(
              "envoy.extensions.clusters.mcp_multicluster.v3.ClusterConfig.McpCluster.cluster",
              CLUSTER),
          entry(HTTP + "mcp_router.v3.McpRouter.McpCluster.cluster", CLUSTER),
          entry(
              "envoy.extensions.router.cluster_specifiers.priority_group.v3.ClusterWeight"
                  + ".cluster_name",
              CLUSTER),
          //
          entry("envoy.config.cluster.v3.Cluster.type", new Assignment()),
          entry(
              "envoy.extensions.clusters.aggregate.v3.AggregateClusterResource.resource_name",
              from("envoy.extensions.clusters.aggregate.v3.ClusterConfig", "config_source")),
          entry(
              "envoy.config.endpoint.v3.LedsClusterLocalityConfig.leds_collection_name",
              new Sourced(ResourceType.LB_ENDPOINT, false, List.of("leds_config"))),
          //
          entry(
              HCM + "Rds.route_config_name",
              new Sourced(ResourceType.ROUTE_CONFIGURATION, false, List.of("config_source"))),
          entry(HCM + "ScopedRds.scoped_rds_config_source", new Scopes()),
          entry(HCM + "ScopedRoutes.rds_config_source", new SourceOfScopedRoutes()),
          entry(ROUTE + "ScopedRouteConfiguration.route_configuration_name", new RoutesOfScope()),
          entry(
              NETWORK + "dubbo_proxy.v3.Drds.route_config_name",
              from(NETWORK + "dubbo_proxy.v3.MultipleRouteConfiguration", "config_source")),
          entry(
              NETWORK + "generic_proxy.v3.GenericRds.route_config_name",
              from(NETWORK + "generic_proxy.v3.RouteConfiguration", "config_source")),
          entry(
              NETWORK + "thrift_proxy.v3.Trds.route_config_name",
              from(NETWORK + "thrift_proxy.v3.RouteConfiguration", "config_source")),
          // without sds_config it is a secret of the bootstrap
          entry(
              "envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig.name",
              new Sourced(ResourceType.SECRET, true, List.of("sds_config"))),
          //
          entry("envoy.config.cluster.v3.Filter.name", extension()),
          entry("envoy.config.listener.v3.Filter.name", extension()),
          entry("envoy.config.listener.v3.ListenerFilter.name", extension()),
          entry(HCM + "HttpFilter.name", extension()),
          entry(HTTP + "composite.v3.DynamicConfig.name", extension()),
          entry(UDP + "UdpProxyConfig.SessionFilter.name", extension()));

  /** Messages that hold data for others, in which nothing is a reference. */
  private static final Set<String> OPAQUE = Set.of(CORE + "Metadata");

  private ReferenceTable() {}

  /** The fields of the table, by full name. */
  static Map<String, ReferenceRule> rules() {
    return RULES;
  }

  /** Whether nothing inside of a message is a reference, whatever it looks like. */
  static boolean isOpaque(String messageName) {
    return OPAQUE.contains(messageName);
  }

  private static ReferenceRule from(String message, String source) {
    return new Sourced(ResourceType.ofMessage(message), false, List.of(source));
  }

  /** A filter whose configuration comes by ECDS, under the filter's name. */
  private static ReferenceRule extension() {
    return new Sourced(
        ResourceType.TYPED_EXTENSION_CONFIG, true, List.of("config_discovery", "config_source"));
  }
}
