package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceType.CLUSTER;

import io.binnacle.core.resource.Resource;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an Envoy's listeners, routes, scopes and virtual hosts need of its clusters. */
final class ClusterUse {

  private record Excused(String user, String cluster) {}

  private final OrderWorld world;
  private final EnvoyClusters clusters;

  /** Whether what is in use must be there at each step. */
  private final boolean strict;

  private final Set<Excused> excused = new HashSet<>();
  private final Set<Excused> serving = new HashSet<>();

  ClusterUse(OrderWorld world, EnvoyClusters clusters, boolean strict) {
    this.world = world;
    this.clusters = clusters;
    this.strict = strict;
  }

  void excuse(Resource user, String cluster) {
    excused.add(new Excused(textOf(user), cluster));
  }

  /** O-12: a cluster served when content that names it was sent, and warms a newer version. */
  void sentWhileServing(Resource user, String cluster) {
    serving.add(new Excused(textOf(user), cluster));
  }

  /** ED-26: the assignment of the newer version was refused meanwhile. */
  private boolean wasServing(Resource user, String cluster) {
    return clusters.isActive(cluster) && serving.contains(new Excused(textOf(user), cluster));
  }

  /** O-2: what is newly named must be able to serve. */
  void requireReady(Resource user, @Nullable Resource former) {
    Set<String> named = OrderWorld.named(user, CLUSTER);
    if (former != null) {
      named.removeAll(OrderWorld.named(former, CLUSTER));
    }
    for (String cluster : named) {
      if (wasServing(user, cluster) || isExcused(user, cluster)) {
        continue;
      } else if (!clusters.hasEndpoints(cluster)) {
        throw new AssertionError("O-2: %s names %s too early".formatted(textOf(user), cluster));
      }
      Resource used = clusters.used(cluster);
      if (used != null) {
        requireReady(used, null); // the members of an aggregate
      }
    }
  }

  /** O-3: what is in use must be there. */
  void requirePresent(Resource user) {
    for (String cluster : OrderWorld.named(user, CLUSTER)) {
      Resource used = clusters.used(cluster);
      if (isExcused(user, cluster)) {
        continue;
      } else if (used == null) {
        throw new AssertionError("%s lacks %s".formatted(textOf(user), cluster));
      }
      requirePresent(used); // the members of an aggregate
    }
  }

  private boolean isExcused(Resource user, String cluster) {
    return !strict
        || world.wasMissing(user, cluster)
        || (!excused.isEmpty() && excused.contains(new Excused(textOf(user), cluster)));
  }

  private static String textOf(Resource resource) {
    return resource.type() + " " + resource.name() + " " + resource.version();
  }
}
