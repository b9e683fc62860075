package io.binnacle.app.envoy;

import com.google.protobuf.Any;
import com.google.protobuf.BoolValue;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.DiscoveryType;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Filter;
import io.envoyproxy.envoy.config.listener.v3.FilterChain;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;

/**
 * What stands around a resource that Envoy takes over a subscription only: a listener for routes, a
 * cluster for endpoints, a TLS context for a secret, since secrets that nobody uses are not looked
 * at. Stateless.
 */
final class StandIns {

  private StandIns() {}

  static Bootstrap clusters(Cluster cluster) {
    Bootstrap.Builder part = Bootstrap.newBuilder();
    part.getStaticResourcesBuilder().addClusters(cluster);
    return part.build();
  }

  static Bootstrap listeners(Listener listener) {
    Bootstrap.Builder part = Bootstrap.newBuilder();
    part.getStaticResourcesBuilder().addListeners(listener);
    return part.build();
  }

  /** Another listener like it; at an address of its own, since none may be there twice. */
  static Bootstrap copy(String label, Listener listener) {
    Listener.Builder copy = listener.toBuilder().setName(label).clearAdditionalAddresses();
    if (listener.getAddress().hasSocketAddress()) {
      // any port: nothing is bound in validate mode
      copy.getAddressBuilder().getSocketAddressBuilder().setPortValue(0);
    } else if (listener.getAddress().hasPipe()) {
      copy.getAddressBuilder()
          .getPipeBuilder()
          .setPath("/" + Integer.toHexString(label.hashCode()));
    }
    return listeners(copy.build());
  }

  static Bootstrap routes(String label, RouteConfiguration routes) {
    return manager(label, HttpConnectionManager.newBuilder().setRouteConfig(asSubscribed(routes)));
  }

  /** Routes in a bootstrap must name clusters that are there, others need not. */
  private static RouteConfiguration asSubscribed(RouteConfiguration routes) {
    return routes.hasValidateClusters()
        ? routes
        : routes.toBuilder().setValidateClusters(BoolValue.of(false)).build();
  }

  static Bootstrap scope(String label, ScopedRouteConfiguration scope) {
    ScopedRouteConfiguration.Builder inline = scope.toBuilder().clearRouteConfigurationName();
    inline.setRouteConfiguration(
        scope.hasRouteConfiguration()
            ? asSubscribed(scope.getRouteConfiguration())
            : RouteConfiguration.newBuilder().setName(scope.getRouteConfigurationName()).build());
    HttpConnectionManager.Builder manager = HttpConnectionManager.newBuilder();
    manager.getScopedRoutesBuilder().setName(label);
    manager
        .getScopedRoutesBuilder()
        .getScopeKeyBuilderBuilder()
        .addFragments(
            FragmentBuilder.newBuilder()
                .setHeaderValueExtractor(
                    HeaderValueExtractor.newBuilder().setName("x").setIndex(0)));
    manager
        .getScopedRoutesBuilder()
        .getScopedRouteConfigurationsListBuilder()
        .addScopedRouteConfigurations(inline);
    return manager(label, manager);
  }

  private static Bootstrap manager(String label, HttpConnectionManager.Builder manager) {
    manager
        .setStatPrefix("binnacle")
        .addHttpFilters(
            HttpFilter.newBuilder()
                .setName("envoy.filters.http.router")
                .setTypedConfig(packed(Router.getDefaultInstance())));
    Filter filter =
        Filter.newBuilder()
            .setName("envoy.filters.network.http_connection_manager")
            .setTypedConfig(packed(manager.build()))
            .build();
    return listener(label, FilterChain.newBuilder().addFilters(filter));
  }

  private static Bootstrap listener(String label, FilterChain.Builder chain) {
    return listeners(
        Listener.newBuilder()
            .setName(label)
            .setAddress(
                Address.newBuilder()
                    .setSocketAddress(
                        SocketAddress.newBuilder().setAddress("127.0.0.1").setPortValue(0)))
            .addFilterChains(chain)
            .build());
  }

  static Bootstrap endpoints(String label, ClusterLoadAssignment assignment) {
    ClusterLoadAssignment.Builder own = assignment.toBuilder();
    // only a cluster of type EDS may have them; their members are looked at by themselves
    own.getEndpointsBuilderList().forEach(l -> l.clearLedsClusterLocalityConfig());
    return clusters(
        Cluster.newBuilder()
            .setName(label)
            .setType(DiscoveryType.STATIC)
            .setLoadAssignment(own)
            .build());
  }

  static Bootstrap secret(String label, Secret secret) {
    return switch (secret.getTypeCase()) {
      case TLS_CERTIFICATE ->
          downstream(
              label,
              DownstreamTlsContext.newBuilder()
                  .setCommonTlsContext(
                      CommonTlsContext.newBuilder()
                          .addTlsCertificates(secret.getTlsCertificate())));
      case SESSION_TICKET_KEYS -> {
        DownstreamTlsContext.Builder tls = DownstreamTlsContext.newBuilder();
        tls.setSessionTicketKeys(secret.getSessionTicketKeys());
        tls.getCommonTlsContextBuilder()
            .addTlsCertificateSdsSecretConfigsBuilder()
            .setName(label)
            .setSdsConfig(StandInSources.API);
        yield downstream(label, tls);
      }
      case VALIDATION_CONTEXT ->
          clusters(
              Cluster.newBuilder()
                  .setName(label)
                  .setType(DiscoveryType.STATIC)
                  .setTransportSocket(
                      socket(
                          UpstreamTlsContext.newBuilder()
                              .setCommonTlsContext(
                                  CommonTlsContext.newBuilder()
                                      .setValidationContext(secret.getValidationContext()))
                              .build()))
                  .build());
      case GENERIC_SECRET, TYPE_NOT_SET -> {
        // nothing uses it, and Envoy reads it all the same
        yield Bootstrap.getDefaultInstance();
      }
    };
  }

  private static Bootstrap downstream(String label, DownstreamTlsContext.Builder tls) {
    return listener(label, FilterChain.newBuilder().setTransportSocket(socket(tls.build())));
  }

  private static TransportSocket socket(Message context) {
    return TransportSocket.newBuilder()
        .setName("envoy.transport_sockets.tls")
        .setTypedConfig(packed(context))
        .build();
  }

  private static Any packed(Message message) {
    return Any.pack(message);
  }
}
