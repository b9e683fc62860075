package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.Lookup;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.resolve.ResourceResolver;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Two authorities with a resolver each, asked through a running server. */
@Rule({"X-4", "X-2"})
class AuthoritiesTest {

  private static final String DELTA_ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
  private static final ResourceType CDS = ResourceType.CLUSTER;
  private static final Node NODE = Node.newBuilder().setId("test").build();
  private static final String LAB = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
  private static final String FIELD = "xdstp://field/envoy.config.cluster.v3.Cluster/edge/";

  /** The clusters of one authority, which the test edits; it answers on another thread. */
  private static final class Source implements ResourceResolver {
    final Set<String> names = ConcurrentHashMap.newKeySet();
    final Set<String> asked = ConcurrentHashMap.newKeySet();

    Source(String... names) {
      this.names.addAll(List.of(names));
    }

    @Override
    public boolean listsCollection(String glob) {
      return true;
    }

    @Override
    public CompletionStage<Resolution> resolve(Lookup lookup) {
      asked.add(lookup.name());
      return CompletableFuture.supplyAsync(
          () -> {
            if (lookup.isCollection()) {
              return Resolution.members(names.stream().map(Source::cluster).toList());
            }
            return names.contains(lookup.name())
                ? Resolution.found(cluster(lookup.name()))
                : Resolution.absent();
          });
    }

    private static Resource cluster(String name) {
      return Resource.of(Cluster.newBuilder().setName(name).build());
    }
  }

  private final Source lab = new Source(LAB + "one");
  private final Source field = new Source(FIELD + "one", FIELD + "two");
  private final AtomicReference<Resolvers> resolvers = new AtomicReference<>();
  private final Set<String> held = new HashSet<>();
  private final Set<String> removed = new HashSet<>();

  private Harness start() {
    return new Harness(
        (builder, catalog) -> {
          resolvers.set(
              Resolvers.builder(catalog)
                  .resolver(
                      CDS,
                      ResourceResolver.byAuthority(
                          Map.of("lab", lab, "field", field), ResourceResolver.nothing()))
                  .build());
          return builder.resolvers(resolvers.get());
        });
  }

  private static DeltaDiscoveryRequest.Builder request() {
    return DeltaDiscoveryRequest.newBuilder().setTypeUrl(CDS.typeUrl());
  }

  /** Reads and acknowledges until the client holds this. */
  private void readUntil(
      GrpcStream<DeltaDiscoveryRequest, DeltaDiscoveryResponse> stream, String... names)
      throws InterruptedException {
    while (!held.equals(Set.of(names))) {
      DeltaDiscoveryResponse response = stream.next();
      response.getResourcesList().forEach(resource -> held.add(resource.getName()));
      held.removeAll(response.getRemovedResourcesList());
      removed.addAll(response.getRemovedResourcesList());
      stream.send(request().setResponseNonce(response.getNonce()).build());
    }
  }

  @Test
  void collectionsOfTwoAuthoritiesAreListedByTwoResolversAndFollowTheirChanges() throws Exception {
    try (Harness harness = start()) {
      harness.publish("a");
      var stream = GrpcStream.delta(harness.connect(), DELTA_ADS);
      stream.send(
          request()
              .setNode(NODE)
              .addResourceNamesSubscribe(LAB + "*")
              .addResourceNamesSubscribe(FIELD + "*")
              .build());
      readUntil(stream, LAB + "one", FIELD + "one", FIELD + "two");
      assertThat(lab.asked).containsExactly(LAB + "*");
      assertThat(field.asked).containsExactly(FIELD + "*");
      assertThat(removed).as("no collection was called empty").isEmpty();

      lab.names.add(LAB + "new");
      resolvers.get().invalidate("edge", CDS, LAB + "*");
      readUntil(stream, LAB + "one", LAB + "new", FIELD + "one", FIELD + "two");

      field.names.remove(FIELD + "one");
      resolvers.get().invalidate("edge", CDS, FIELD + "*");
      readUntil(stream, LAB + "one", LAB + "new", FIELD + "two");
      assertThat(removed).containsExactly(FIELD + "one");
    }
  }

  @Test
  void namesOfTwoAuthoritiesAreLookedUpByTwoResolvers() throws Exception {
    try (Harness harness = start()) {
      harness.publish("a");
      var stream = GrpcStream.delta(harness.connect(), DELTA_ADS);
      stream.send(
          request()
              .setNode(NODE)
              .addResourceNamesSubscribe(LAB + "one")
              .addResourceNamesSubscribe(FIELD + "two")
              .build());

      readUntil(stream, LAB + "one", FIELD + "two");

      assertThat(lab.asked).containsExactly(LAB + "one");
      assertThat(field.asked).containsExactly(FIELD + "two");
    }
  }
}
