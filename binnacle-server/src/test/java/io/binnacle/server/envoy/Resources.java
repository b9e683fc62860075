package io.binnacle.server.envoy;

import com.google.protobuf.ByteString;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;

/**
 * The smallest resources with which each discovery service does something that can be seen.
 * Listeners ask the kernel for a port.
 *
 * @param source the config source, in YAML flow style, for whatever these resources take from a
 *     discovery service themselves
 */
record Resources(String source) {

  private static final String ROUTER =
      """
      {name: envoy.filters.http.router, typed_config: {\
      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}""";

  /** A listener that takes its routes by name. */
  Listener listener(String name, String routes) {
    return http(
        name, "rds: {route_config_name: " + routes + ", config_source: " + source + "}", "", "");
  }

  /** A TLS listener that takes its certificate by name, and answers with the text "secret". */
  Listener tlsListener(String name, String secret) {
    String socket =
        """
        transport_socket:
              name: envoy.transport_sockets.tls
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
                common_tls_context:
                  tls_certificate_sds_secret_configs: [{name: %s, sds_config: %s}]
        """
            .formatted(secret, source);
    return http(name, answering("secret"), "", socket);
  }

  /** A listener with a filter whose configuration comes by the filter's name; answers "hello". */
  Listener filteredListener(String name, String filter) {
    String discovered =
        """
        {name: %s, config_discovery: {config_source: %s, type_urls: [\
        type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation]}},"""
            .formatted(filter, source);
    return http(name, answering("hello"), discovered, "");
  }

  /** A listener whose routes depend on the scope that the header {@code x-scope} names. */
  Listener scopedListener(String name) {
    return scopedListener(name, source);
  }

  Listener scopedListener(String name, String scopesSource) {
    String scoped =
        """
        scoped_routes: {name: scopes, \
        scope_key_builder: {fragments: [{header_value_extractor: {name: x-scope, index: 0}}]}, \
        rds_config_source: %s, scoped_rds: {scoped_rds_config_source: %s}}"""
            .formatted(source, scopesSource);
    return http(name, scoped, "", "");
  }

  /** A listener that Envoy can read but not apply. */
  static Listener brokenListener(String name) {
    return http(name, "route_config: " + routesText("local", "route: {cluster: none}"), "", "");
  }

  /** A listener that takes its routes by name, and asks for virtual hosts that they do not have. */
  Listener onDemandHostListener(String name, String routes) {
    String filter =
        """
        {name: envoy.filters.http.on_demand, typed_config: {\
        "@type": type.googleapis.com/envoy.extensions.filters.http.on_demand.v3.OnDemand}},""";
    return http(
        name,
        "rds: {route_config_name: " + routes + ", config_source: " + source + "}",
        filter,
        "");
  }

  /** A listener whose requests name their cluster in {@code x-cluster}, known or not. */
  Listener onDemandListener(String name) {
    String filter =
        """
        {name: envoy.filters.http.on_demand, typed_config: {\
        "@type": type.googleapis.com/envoy.extensions.filters.http.on_demand.v3.OnDemand, \
        odcds: {source: %s, timeout: 5s}}},"""
            .formatted(source);
    return http(
        name,
        "route_config: " + routesText("local", "route: {cluster_header: x-cluster}"),
        filter,
        "");
  }

  private static String answering(String text) {
    return "route_config: " + routesText("local", "direct_response: " + answer(text));
  }

  private static String answer(String text) {
    return "{status: 200, body: {inline_string: " + text + "}}";
  }

  private static String routesText(String name, String action) {
    return ("{name: %s, virtual_hosts: [{name: all, domains: ['*'],"
            + " routes: [{match: {prefix: /}, %s}]}]}")
        .formatted(name, action);
  }

  private static Listener http(String name, String routes, String filter, String socket) {
    String text =
        """
        name: %s
        address: {socket_address: {address: 127.0.0.1, port_value: 0}}
        filter_chains:
          - filters:
              - name: hcm
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                  stat_prefix: test
                  %s
                  http_filters: [%s %s]
            %s"""
            .formatted(name, routes, filter, ROUTER, socket);
    return YamlMessages.parse(text, Listener.newBuilder());
  }

  static RouteConfiguration routes(String name, String cluster) {
    return YamlMessages.parse(
        routesText(name, "route: {cluster: " + cluster + "}"), RouteConfiguration.newBuilder());
  }

  /** Half of the requests to each of two clusters. */
  static RouteConfiguration weightedRoutes(String name, String one, String other) {
    String clusters =
        "route: {weighted_clusters: {clusters: [{name: %s, weight: 1}, {name: %s, weight: 1}]}}"
            .formatted(one, other);
    return YamlMessages.parse(routesText(name, clusters), RouteConfiguration.newBuilder());
  }

  /** A listener that carries routes to one cluster itself. */
  static Listener inlineListener(String name, String cluster) {
    return http(
        name, "route_config: " + routesText("local", "route: {cluster: " + cluster + "}"), "", "");
  }

  static RouteConfiguration answeringRoutes(String name, String text) {
    return YamlMessages.parse(
        routesText(name, "direct_response: " + answer(text)), RouteConfiguration.newBuilder());
  }

  /** Routes whose virtual hosts come as resources of their own, some of them on demand. */
  RouteConfiguration virtualHostRoutes(String name) {
    return YamlMessages.parse(
        "{name: %s, vhds: {config_source: %s}}".formatted(name, source),
        RouteConfiguration.newBuilder());
  }

  static VirtualHost virtualHost(String name, String domain, String text) {
    return YamlMessages.parse(
        "{name: %s, domains: [%s], routes: [{match: {prefix: /}, direct_response: %s}]}"
            .formatted(name, domain, answer(text)),
        VirtualHost.newBuilder());
  }

  static ScopedRouteConfiguration scope(String name, String key, String routes) {
    return YamlMessages.parse(
        "{name: %s, key: {fragments: [{string_key: %s}]}, route_configuration_name: %s}"
            .formatted(name, key, routes),
        ScopedRouteConfiguration.newBuilder());
  }

  /** A cluster that takes its endpoints by its own name. */
  Cluster edsCluster(String name) {
    return edsCluster(name, "1s");
  }

  /** As above; another connect timeout is an edit that makes Envoy warm the cluster anew. */
  Cluster edsCluster(String name, String connectTimeout) {
    return YamlMessages.parse(
        "{name: %s, type: EDS, connect_timeout: %s, eds_cluster_config: {eds_config: %s}}"
            .formatted(name, connectTimeout, source),
        Cluster.newBuilder());
  }

  /** A cluster that takes its endpoints by another name than its own. */
  Cluster edsClusterOf(String name, String assignment) {
    Cluster cluster = edsCluster(name);
    return cluster.toBuilder()
        .setEdsClusterConfig(cluster.getEdsClusterConfig().toBuilder().setServiceName(assignment))
        .build();
  }

  /** A cluster that is in use once a first check of its endpoints came back, late. */
  Cluster checkedCluster(String name) {
    return YamlMessages.parse(
        """
        name: %s
        type: EDS
        connect_timeout: 1s
        eds_cluster_config: {eds_config: %s}
        health_checks:
          - {timeout: 1s, interval: 1s, initial_jitter: 0.2s, unhealthy_threshold: 1,
             healthy_threshold: 1, tcp_health_check: {}}
        """
            .formatted(name, source),
        Cluster.newBuilder());
  }

  /** A cluster that warms until a secret came, though none of its endpoints uses it. */
  Cluster secretCluster(String name, String secret) {
    return YamlMessages.parse(
        """
        name: %s
        type: EDS
        connect_timeout: 1s
        eds_cluster_config: {eds_config: %s}
        transport_socket_matches:
          - name: never
            match: {never: "true"}
            transport_socket:
              name: envoy.transport_sockets.tls
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
                common_tls_context:
                  validation_context_sds_secret_config: {name: %s, sds_config: %s}
        """
            .formatted(name, source, secret, source),
        Cluster.newBuilder());
  }

  /** A cluster that takes the authorities which it trusts by name. */
  Cluster tlsCluster(String name, String secret) {
    String text =
        """
        name: %s
        type: STATIC
        transport_socket:
          name: envoy.transport_sockets.tls
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
            common_tls_context:
              validation_context_sds_secret_config: {name: %s, sds_config: %s}
        """
            .formatted(name, secret, source);
    return YamlMessages.parse(text, Cluster.newBuilder());
  }

  /** A cluster that Envoy can read but not apply. */
  static Cluster brokenCluster(String name) {
    return staticCluster(name, "no-address", 9);
  }

  static Cluster staticCluster(String name, int port) {
    return staticCluster(name, "127.0.0.1", port);
  }

  private static Cluster staticCluster(String name, String address, int port) {
    return YamlMessages.parse(
        "{name: %s, type: STATIC, connect_timeout: 1s, load_assignment: %s}"
            .formatted(name, assignmentText(name, address, port)),
        Cluster.newBuilder());
  }

  static ClusterLoadAssignment assignment(String cluster, int port) {
    return YamlMessages.parse(
        assignmentText(cluster, "127.0.0.1", port), ClusterLoadAssignment.newBuilder());
  }

  /** One whose endpoints are resources of their own. */
  ClusterLoadAssignment collectionAssignment(String cluster, String glob) {
    return YamlMessages.parse(
        ("{cluster_name: %s, endpoints: [{locality: {zone: a}, leds_cluster_locality_config:"
                + " {leds_config: %s, leds_collection_name: '%s'}}]}")
            .formatted(cluster, source, glob),
        ClusterLoadAssignment.newBuilder());
  }

  static LbEndpoint endpoint(int port) {
    return assignment("any", port).getEndpoints(0).getLbEndpoints(0);
  }

  /** What empties a cluster: a missing assignment would leave it as it is. */
  static ClusterLoadAssignment emptyAssignment(String cluster) {
    return ClusterLoadAssignment.newBuilder().setClusterName(cluster).build();
  }

  private static String assignmentText(String cluster, String address, int port) {
    return ("{cluster_name: %s, endpoints: [{lb_endpoints: [{endpoint: {address:"
            + " {socket_address: {address: %s, port_value: %d}}}}]}]}")
        .formatted(cluster, address, port);
  }

  static Secret secret(String name, TestCertificate certificate) {
    return Secret.newBuilder()
        .setName(name)
        .setTlsCertificate(
            TlsCertificate.newBuilder()
                .setCertificateChain(inline(certificate.chain()))
                .setPrivateKey(inline(certificate.key())))
        .build();
  }

  static Secret trusted(String name, TestCertificate authority) {
    return Secret.newBuilder()
        .setName(name)
        .setValidationContext(
            CertificateValidationContext.newBuilder().setTrustedCa(inline(authority.chain())))
        .build();
  }

  private static DataSource inline(String pem) {
    return DataSource.newBuilder().setInlineBytes(ByteString.copyFromUtf8(pem)).build();
  }

  /** A layer with one number. */
  static Runtime runtime(String layer, String key, int value) {
    return YamlMessages.parse(
        "{name: %s, layer: {%s: %d}}".formatted(layer, key, value), Runtime.newBuilder());
  }

  /** A layer that Envoy refuses, since it takes no lists (ED-56). */
  static Runtime listRuntime(String layer, String key) {
    return YamlMessages.parse(
        "{name: %s, layer: {%s: [1, 2]}}".formatted(layer, key), Runtime.newBuilder());
  }

  /** A filter of another type than the listeners of {@link #filteredListener} take. */
  static TypedExtensionConfig routerFilter(String name) {
    return YamlMessages.parse(
        "{name: %s, typed_config: {'@type': type.googleapis.com/%s}}"
            .formatted(name, "envoy.extensions.filters.http.router.v3.Router"),
        TypedExtensionConfig.newBuilder());
  }

  /** A filter that adds {@code x-filter} with this value to every response. */
  static TypedExtensionConfig headerFilter(String name, String value) {
    return YamlMessages.parse(
        """
        name: %s
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
          mutations: {response_mutations: [{append: {header: {key: x-filter, value: %s}}}]}
        """
            .formatted(name, value),
        TypedExtensionConfig.newBuilder());
  }
}
