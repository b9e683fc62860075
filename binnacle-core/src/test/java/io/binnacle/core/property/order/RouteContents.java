package io.binnacle.core.property.order;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration.Key;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The listeners, routes, scopes and virtual hosts that there may be in an {@link OrderWorld}, and
 * what is in them, at random.
 */
final class RouteContents {

  private static final int ROUTES = 4;
  private static final int SCOPES = 3;

  private final Random random;
  private final ClusterContents clusters;
  private final boolean inline;
  private final boolean scopes;
  private final boolean hosts;

  RouteContents(
      Random random, ClusterContents clusters, boolean inline, boolean scopes, boolean hosts) {
    this.random = random;
    this.clusters = clusters;
    this.inline = inline;
    this.scopes = scopes;
    this.hosts = hosts;
  }

  private String anyRoutes() {
    return "r" + random.nextInt(ROUTES);
  }

  /** A listener that takes routes by name or by scopes, or carries them. */
  Message listener(String name) {
    if (scopes && random.nextInt(3) == 0) {
      return Resources.scopedListener(name);
    } else if (inline && random.nextInt(3) == 0) {
      return Resources.inlineListener(name, clusters.one());
    }
    return Resources.routedListener(name, anyRoutes(), Integer.toString(random.nextInt(2)));
  }

  /** A route configuration, whose virtual hosts may come on their own. */
  Message routes(String name) {
    RouteConfiguration.Builder routes = WeightedRoutes.route(name, clusters.some());
    return hosts && random.nextBoolean()
        ? routes.setVhds(Vhds.getDefaultInstance()).build()
        : routes.build();
  }

  Message nudge(String mark) {
    RouteConfiguration.Builder routes =
        WeightedRoutes.route(OrderWorld.NUDGE, Set.of(OrderWorld.NUDGE))
            .addVirtualHosts(marked(mark));
    return hosts ? routes.setVhds(Vhds.getDefaultInstance()).build() : routes.build();
  }

  private static VirtualHost marked(String mark) {
    return VirtualHost.newBuilder().setName(mark).addDomains(mark).build();
  }

  static boolean hasVhds(Resource routes) {
    try {
      return routes.packed().unpack(RouteConfiguration.class).hasVhds();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  String anyScope() {
    return "x" + random.nextInt(SCOPES);
  }

  /** A scope that carries routes, or names them. */
  Resource scope(String name) {
    return Resource.of(
        random.nextInt(4) == 0
            ? ScopedRouteConfiguration.newBuilder()
                .setName(name)
                .setRouteConfiguration(Resources.route("inline", clusters.one()))
                .build()
            : Resources.scope(name, anyRoutes()));
  }

  static Resource markedScope(String name, String routes, String mark) {
    return Resource.of(
        Resources.scope(name, routes).toBuilder()
            .setKey(Key.newBuilder().addFragments(Key.Fragment.newBuilder().setStringKey(mark)))
            .build());
  }

  /** Some host below a route configuration. */
  String anyHost(String routes) {
    return routes + "/h" + random.nextInt(OrderWorld.HOSTS);
  }

  /** A host is asked for by {@code <name>.test}; the last one is there on demand only. */
  Resource host(String name) {
    Resource host = Resources.virtualHost(name, aliasOf(name), clusters.one());
    boolean onDemand = name.endsWith("/h" + (OrderWorld.HOSTS - 1));
    return onDemand ? host.asOnDemand(List.of()) : host;
  }

  static String aliasOf(String host) {
    return host + ".test";
  }

  static Resource markedHost(String name, String cluster, String mark) {
    VirtualHost host =
        WeightedRoutes.route(name, Set.of(cluster)).getVirtualHosts(0).toBuilder()
            .setName(name)
            .addDomains(mark)
            .build();
    return Resource.builder(name, host).alias(aliasOf(name)).build();
  }

  /** Another version of a listener, routes, a scope or a host, which differs from all others. */
  Resource marked(Resource of, String mark) {
    String name = of.name();
    if (of.type().equals(ResourceType.LISTENER)) {
      return Resource.of(Resources.routedListener(name, anyRoutes(), mark));
    } else if (of.type().equals(ResourceType.SCOPED_ROUTE_CONFIGURATION)) {
      return markedScope(name, anyRoutes(), mark);
    } else if (of.type().equals(ResourceType.VIRTUAL_HOST)) {
      Resource host = markedHost(name, clusters.one(), mark);
      return of.onDemand() ? host.asOnDemand(List.of()) : host;
    }
    return Resource.of(
        WeightedRoutes.route(name, clusters.some()).addVirtualHosts(marked(mark)).build());
  }
}
