package io.binnacle.core.client.internal.tree;

import static io.binnacle.core.client.internal.tree.TreeLab.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.core.Resources;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.Part;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import io.envoyproxy.envoy.extensions.clusters.aggregate.v3.ClusterConfig;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree follows what resources name, and never shows half of it. */
@Rule("C-13")
class ConfigTreeTest {

  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();
  private static final PartKey ROOT = key(ResourceType.LISTENER, "web");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneSnapshotIsGivenWhenAllIsThereAndOneForEachChange(boolean delta) {
    TreeLab lab = new TreeLab(delta, ROOT);
    lab.publish(
            Resources.routedListener("web", "routes", "1"),
            Resources.route("routes", "c"),
            Resources.edsCluster("c", "1"),
            Resources.assignment("c", 80))
        .run();
    assertThat(lab.snapshots).hasSize(1);
    assertThat(names(lab.newest())).containsExactly("LDS web", "RDS routes", "CDS c", "EDS c");
    assertThat(lab.newest().isComplete()).isTrue();

    lab.publish(
            Resources.routedListener("web", "routes", "1"),
            Resources.route("routes", "c"),
            Resources.edsCluster("c", "1"),
            Resources.assignment("c", 81))
        .run();
    assertThat(lab.snapshots).hasSize(2);
    assertThat(lab.newest().number()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRouteThatMovesShowsTheNewClusterWithItsEndpointsAndThenTheOldOneIsEnded(boolean delta) {
    TreeLab lab = new TreeLab(delta, ROOT);
    Object listener = Resources.routedListener("web", "routes", "1");
    Object old = Resources.edsCluster("old", "1");
    Object oldEndpoints = Resources.assignment("old", 80);
    lab.publish(listener, Resources.route("routes", "old"), old, oldEndpoints).run();
    lab.publish(
        listener,
        Resources.route("routes", "new"),
        old,
        oldEndpoints,
        Resources.edsCluster("new", "1"));
    lab.run();
    if (!delta) { // delta says at once that there are no endpoints, SotW does not
      assertThat(lab.snapshots).as("the endpoints of the new one are not there yet").hasSize(1);
      assertThat(lab.watched()).contains("CDS old", "EDS old", "CDS new", "EDS new");
    }
    lab.publish(
            listener,
            Resources.route("routes", "new"),
            old,
            oldEndpoints,
            Resources.edsCluster("new", "1"),
            Resources.assignment("new", 81))
        .run();
    assertThat(names(lab.newest())).containsExactly("LDS web", "RDS routes", "CDS new", "EDS new");
    assertThat(lab.newest().isComplete()).isTrue();
    assertThat(lab.watched()).containsExactly("CDS new", "EDS new", "LDS web", "RDS routes");
  }

  @Test
  void secretsAggregatesAndCollectionsOfEndpointsBelongToIt() {
    TreeLab lab = new TreeLab(true, ROOT);
    String glob = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/zone/*";
    Cluster tls =
        Resources.edsCluster("tls", "1").toBuilder().setTransportSocket(tlsWith("ca")).build();
    lab.publish(
            Resources.inlineListener("web", "all"),
            aggregate("all", "tls", "plain"),
            aggregate("plain", "all"), // they may be made of each other
            tls,
            Resources.ledsAssignment("tls", glob),
            Resources.lbEndpoint(glob.replace("*", "e1"), 80),
            Resources.secret("ca", "1"))
        .run();
    assertThat(names(lab.newest()))
        .containsExactlyInAnyOrder(
            "LDS web", "CDS all", "CDS tls", "CDS plain", "EDS tls", "SDS ca", "LEDS " + glob);
    assertThat(lab.newest().isComplete()).isTrue();
  }

  @Test
  void virtualHostsAndScopesBelongToIt() {
    TreeLab lab = new TreeLab(true, key(ResourceType.ROUTE_CONFIGURATION, "routes"));
    RouteConfiguration routes =
        RouteConfiguration.newBuilder().setName("routes").setVhds(Vhds.newBuilder()).build();
    lab.publish(routes).run();
    assertThat(names(lab.newest())).containsExactly("RDS routes", "VHDS *");
    assertThat(lab.newest().isComplete()).isFalse();
    lab.publish(
            routes,
            Resources.virtualHost("routes/h", "routes/example.com", "c"),
            Resources.cluster("c"))
        .run();
    assertThat(names(lab.newest())).containsExactly("RDS routes", "VHDS *", "CDS c");
    assertThat(lab.newest().isComplete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatDoesNotExistIsMissingAndComesLater(boolean delta) {
    TreeLab lab = new TreeLab(delta, ROOT);
    Object listener = Resources.routedListener("web", "routes", "1");
    lab.publish(listener).pass(30);
    Part routes = lab.newest().part(ResourceType.ROUTE_CONFIGURATION, "routes");
    assertThat(routes).isNotNull();
    assertThat(routes.missing()).isNotNull();
    lab.publish(listener, Resources.route("routes", "c"), Resources.cluster("c")).run();
    assertThat(lab.newest().isComplete()).isTrue();
    lab.publish().run();
    assertThat(names(lab.newest())).containsExactly("LDS web");
    assertThat(lab.newest().isComplete()).isFalse();
  }

  @Test
  void aTreeHasALimitAndEndsItsWatches() {
    TreeLab lab = new TreeLab(true, ROOT);
    lab.publish(
            Resources.inlineListener("web", "all"),
            aggregate("all", "a", "b", "c"),
            Resources.cluster("a"),
            Resources.cluster("b"),
            Resources.cluster("c"))
        .run();
    ResourceCache cache = lab.cache;
    ConfigTree small =
        new ConfigTree(ConfigTree.Watches.of(cache), List.of(ROOT), ReferenceFinder.generated(), 3);
    small.onEvents(cache.takeEvents());
    small.onEvents(cache.takeEvents());
    small.onEvents(cache.takeEvents());
    ConfigSnapshot snapshot = small.takeSnapshot();
    assertThat(snapshot).isNotNull();
    assertThat(snapshot.parts().stream().filter(part -> part.missing() != null)).hasSize(2);
    small.close();
    lab.tree.close();
    lab.run();
    assertThat(cache.types()).isEmpty();
  }

  /** Break: with a snapshot before all is known, a part of it names what is no part. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void snapshotsAreClosedAndAtRestTheNewestIsWhatIsPublished(boolean delta) {
    for (int seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      TreeLab lab = new TreeLab(delta, ROOT);
      for (int i = 0; i < 20; i++) {
        lab.publish(randomContents(random).toArray());
        if (random.nextBoolean()) {
          lab.run();
        }
      }
      lab.pass(40); // above every bound of the server's order, and C-7
      lab.snapshots.forEach(ConfigTreeTest::requireClosed);
      for (Part part : lab.newest().parts()) {
        Resource shown = shown(lab.view(), part.key());
        boolean isCluster = part.key().type().equals(ResourceType.CLUSTER);
        // S-11, and O-3: the server keeps a cluster that routes go on to name
        boolean lingers =
            shown == null && (isCluster || (!delta && !part.key().type().fullState()));
        if (!lingers) {
          Any packed = part.resources().isEmpty() ? null : part.resources().get(0).packed();
          assertThat(packed)
              .as("%s, seed %d", part.key(), seed)
              .isEqualTo(shown == null ? null : shown.packed());
        }
      }
    }
  }

  private static Resource shown(View view, PartKey key) {
    return view.type(key.type()).get(key.name());
  }

  private static List<Object> randomContents(Random random) {
    List<Object> contents = new ArrayList<>();
    contents.add(Resources.routedListener("web", "r" + random.nextInt(2), "1"));
    for (int i = 0; i < 2; i++) {
      contents.add(Resources.route("r" + i, "c" + random.nextInt(4)));
    }
    for (int i = 0; i < 4; i++) {
      if (random.nextInt(5) > 0) {
        contents.add(
            random.nextInt(3) == 0
                ? aggregate("c" + i, "c" + random.nextInt(4), "c" + random.nextInt(4))
                : Resources.edsCluster("c" + i, "e" + random.nextInt(3), "" + random.nextInt(2)));
      }
    }
    for (int i = 0; i < 3; i++) {
      if (random.nextInt(5) > 0) {
        contents.add(Resources.assignment("e" + i, 80 + random.nextInt(3)));
      }
    }
    return contents;
  }

  private static void requireClosed(ConfigSnapshot snapshot) {
    for (Part part : snapshot.parts()) {
      part.resources()
          .forEach(
              resource -> {
                for (Reference reference :
                    ReferenceFinder.generated().of(resource.name(), resource.packed())) {
                  assertThat(snapshot.part(reference.type(), reference.name())).isNotNull();
                }
              });
    }
  }

  private static Set<String> names(ConfigSnapshot snapshot) {
    return snapshot.parts().stream()
        .map(part -> part.key().toString())
        .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
  }

  static Cluster aggregate(String name, String... clusters) {
    ClusterConfig config = ClusterConfig.newBuilder().addAllClusters(List.of(clusters)).build();
    return Cluster.newBuilder()
        .setName(name)
        .setClusterType(
            Cluster.CustomClusterType.newBuilder()
                .setName("envoy.clusters.aggregate")
                .setTypedConfig(Any.pack(config)))
        .build();
  }

  private static TransportSocket tlsWith(String secret) {
    UpstreamTlsContext context =
        UpstreamTlsContext.newBuilder()
            .setCommonTlsContext(
                CommonTlsContext.newBuilder()
                    .setValidationContextSdsSecretConfig(
                        SdsSecretConfig.newBuilder().setName(secret).setSdsConfig(ADS)))
            .build();
    return TransportSocket.newBuilder()
        .setName("envoy.transport_sockets.tls")
        .setTypedConfig(Any.pack(context))
        .build();
  }
}
