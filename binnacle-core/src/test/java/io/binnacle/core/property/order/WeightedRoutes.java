package io.binnacle.core.property.order;

import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.config.route.v3.WeightedCluster;
import java.util.Set;

/** Route configurations to one cluster or, by weights, to several. */
final class WeightedRoutes {

  private WeightedRoutes() {}

  static RouteConfiguration.Builder route(String name, Set<String> clusters) {
    RouteAction.Builder action = RouteAction.newBuilder();
    if (clusters.size() == 1) {
      action.setCluster(clusters.iterator().next());
    } else {
      WeightedCluster.Builder weighted = WeightedCluster.newBuilder();
      clusters.forEach(
          cluster ->
              weighted.addClusters(WeightedCluster.ClusterWeight.newBuilder().setName(cluster)));
      action.setWeightedClusters(weighted);
    }
    return RouteConfiguration.newBuilder()
        .setName(name)
        .addVirtualHosts(
            VirtualHost.newBuilder()
                .setName("all")
                .addDomains("*")
                .addRoutes(
                    Route.newBuilder()
                        .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                        .setRoute(action)));
  }
}
