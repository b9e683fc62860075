package io.binnacle.server.envoy;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * A configuration that is replaced under load, again and again. Its listener is {@code http}.
 *
 * @param way what leads to the clusters of a generation, and stays with changed content
 * @param own what only that generation has
 */
record Generation(IntFunction<List<Message>> way, IntFunction<List<Message>> own) {

  /** Adds generation {@code number}. */
  World put(World world, int number) {
    way.apply(number).forEach(world::put);
    own.apply(number).forEach(world::put);
    return world;
  }

  /** Takes away what only generation {@code number} had. */
  World remove(World world, int number) {
    for (Message message : own.apply(number)) {
      Resource resource = Resource.of(message);
      world.remove(resource.type(), resource.name());
    }
    return world;
  }

  /** The clusters of generation {@code number}. */
  Set<String> clusters(int number) {
    return own.apply(number).stream()
        .filter(Cluster.class::isInstance)
        .map(cluster -> ((Cluster) cluster).getName())
        .collect(Collectors.toSet());
  }
}
