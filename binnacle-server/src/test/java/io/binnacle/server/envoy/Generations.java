package io.binnacle.server.envoy;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.Set;
import java.util.function.Function;

/** The kinds of configuration that are replaced under load, generation by generation. */
final class Generations {

  private static final String LISTENER = "http";
  private static final String ROUTES = "routes";

  private Generations() {}

  private static String pool(int number) {
    return "pool-" + number;
  }

  private static World withoutPool(World world, String pool) {
    return world
        .remove(ResourceType.CLUSTER, pool)
        .remove(ResourceType.CLUSTER_LOAD_ASSIGNMENT, pool);
  }

  /** One route to one cluster, which takes its endpoints by name. */
  static SwapLab.Swaps plain(int port) {
    return resources -> oneCluster(resources, port, resources::edsCluster);
  }

  /** As above, with clusters whose endpoints are checked before they are in use. */
  static SwapLab.Swaps checked(int port) {
    return resources -> oneCluster(resources, port, resources::checkedCluster);
  }

  private static SwapLab.Generation oneCluster(
      Resources resources, int port, Function<String, Cluster> cluster) {
    return new SwapLab.Generation() {
      @Override
      public World put(World world, int number) {
        String pool = pool(number);
        return world.put(
            resources.listener(LISTENER, ROUTES),
            Resources.routes(ROUTES, pool),
            cluster.apply(pool),
            Resources.assignment(pool, port));
      }

      @Override
      public World remove(World world, int number) {
        return withoutPool(world, pool(number));
      }

      @Override
      public Set<String> clusters(int number) {
        return Set.of(pool(number));
      }
    };
  }

  /** One route to one cluster that waits for a secret of its own. */
  static SwapLab.Swaps secret(int port, TestCertificate authority) {
    return resources ->
        new SwapLab.Generation() {
          @Override
          public World put(World world, int number) {
            String pool = pool(number);
            return world.put(
                resources.listener(LISTENER, ROUTES),
                Resources.routes(ROUTES, pool),
                resources.secretCluster(pool, "secret-" + number),
                Resources.trusted("secret-" + number, authority),
                Resources.assignment(pool, port));
          }

          @Override
          public World remove(World world, int number) {
            return withoutPool(world, pool(number)).remove(ResourceType.SECRET, "secret-" + number);
          }

          @Override
          public Set<String> clusters(int number) {
            return Set.of(pool(number));
          }
        };
  }

  /** The listener takes routes of another name with each generation. */
  static SwapLab.Swaps namedRoutes(int port) {
    return resources ->
        new SwapLab.Generation() {
          @Override
          public World put(World world, int number) {
            String pool = pool(number);
            return world.put(
                resources.listener(LISTENER, "routes-" + number),
                Resources.routes("routes-" + number, pool),
                resources.edsCluster(pool),
                Resources.assignment(pool, port));
          }

          @Override
          public World remove(World world, int number) {
            return withoutPool(world, pool(number))
                .remove(ResourceType.ROUTE_CONFIGURATION, "routes-" + number);
          }

          @Override
          public Set<String> clusters(int number) {
            return Set.of(pool(number));
          }
        };
  }

  /** The listener carries its routes itself. */
  static SwapLab.Swaps inlineRoutes(int port) {
    return resources ->
        new SwapLab.Generation() {
          @Override
          public World put(World world, int number) {
            String pool = pool(number);
            return world.put(
                Resources.inlineListener(LISTENER, pool),
                resources.edsCluster(pool),
                Resources.assignment(pool, port));
          }

          @Override
          public World remove(World world, int number) {
            return withoutPool(world, pool(number));
          }

          @Override
          public Set<String> clusters(int number) {
            return Set.of(pool(number));
          }
        };
  }

  /** Two clusters with weights, both exchanged at once. */
  static SwapLab.Swaps weighted(int port) {
    return resources ->
        new SwapLab.Generation() {
          @Override
          public World put(World world, int number) {
            String one = pool(number) + "-a";
            String other = pool(number) + "-b";
            return world.put(
                resources.listener(LISTENER, ROUTES),
                Resources.weightedRoutes(ROUTES, one, other),
                resources.edsCluster(one),
                resources.edsCluster(other),
                Resources.assignment(one, port),
                Resources.assignment(other, port));
          }

          @Override
          public World remove(World world, int number) {
            return withoutPool(withoutPool(world, pool(number) + "-a"), pool(number) + "-b");
          }

          @Override
          public Set<String> clusters(int number) {
            return Set.of(pool(number) + "-a", pool(number) + "-b");
          }
        };
  }
}
