package io.binnacle.app.envoy;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.DiscoveryType;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One resource as a part of a bootstrap, so that Envoy looks at it when it starts. Parts go
 * together in any number: none needs another one, since a {@linkplain #bootstrap bootstrap} has a
 * cluster of each name that is named in it.
 *
 * @param part what is to be added to a bootstrap
 * @param secrets those that the part needs
 * @param within another resource, a copy of which is in the part; null when there is none
 */
record Probe(Resource resource, Bootstrap part, List<Secret> secrets, @Nullable Resource within) {

  Probe {
    secrets = List.copyOf(secrets);
  }

  private static final Bootstrap EMPTY =
      Bootstrap.newBuilder()
          .setNode(Node.newBuilder().setId("binnacle-validate").setCluster("binnacle-validate"))
          .build();

  /** A bootstrap with these parts; without any, one that every Envoy takes. */
  static Bootstrap bootstrap(List<Probe> probes) {
    Bootstrap.Builder bootstrap = EMPTY.toBuilder();
    Set<String> named = new TreeSet<>();
    Set<String> there = new HashSet<>();
    Map<String, Secret> secrets = new TreeMap<>();
    named.add(StandInSources.CLUSTER);
    for (Probe probe : probes) {
      bootstrap.mergeFrom(probe.part());
      probe.secrets().forEach(secret -> secrets.put(secret.getName(), secret));
      addNamed(probe.resource(), named);
      if (probe.within() != null) {
        addNamed(probe.within(), named);
      }
    }
    bootstrap.getStaticResourcesBuilder().addAllSecrets(secrets.values());
    bootstrap.getStaticResources().getClustersList().forEach(c -> there.add(c.getName()));
    named.removeAll(there);
    for (String name : named) {
      bootstrap.getStaticResourcesBuilder().addClusters(cluster(name));
    }
    return bootstrap.build();
  }

  private static void addNamed(Resource resource, Set<String> named) {
    for (Reference reference : resource.references()) {
      if (reference.type().equals(ResourceType.CLUSTER)
          && !reference.name().equals(ResourceName.WILDCARD)) {
        named.add(reference.name());
      }
    }
  }

  private static Cluster cluster(String name) {
    return Cluster.newBuilder().setName(name).setType(DiscoveryType.STATIC).build();
  }
}
