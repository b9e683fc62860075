package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.ResourceResolver;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Glob collections of xdstp names, as a real Envoy asks for them. */
@RequiresEnvoy
@Rule("X-2")
final class EnvoyCollectionTest {

  private static final String CLUSTERS = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
  private static final String ENDPOINTS = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/pool/";

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  void collectionOfClustersHoldsWhatLiesDirectlyUnderItsPath(StreamVariant variant) {
    // Not empty at the start: in SotW Envoy takes an empty collection for no answer at all.
    try (Lab lab =
        Lab.startWithCollections(
            variant,
            Resources.staticCluster(CLUSTERS + "one", 9),
            Resources.staticCluster(CLUSTERS + "deeper/two", 9),
            Resources.staticCluster("plain", 9))) {
      awaitClusters(lab, Set.of(CLUSTERS + "one"));

      lab.put(Resources.staticCluster(CLUSTERS + "three", 9));
      awaitClusters(lab, Set.of(CLUSTERS + "one", CLUSTERS + "three"));

      lab.remove(ResourceType.CLUSTER, CLUSTERS + "one");
      awaitClusters(lab, Set.of(CLUSTERS + "three"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"S-17", "LEDS-1"})
  @Covers("LEDS")
  void endpointsOfACollectionComeAndGoAndSurviveAnEditOfTheirCluster(StreamVariant variant) {
    try (Backend blue = Backend.start("blue");
        Backend green = Backend.start("green");
        Lab lab = Lab.start(variant)) {
      lab.add(endpoint("blue", blue.port()));
      lab.put(
          lab.resources().collectionAssignment("pool", ENDPOINTS + "*"),
          lab.resources().edsCluster("pool"));
      awaitEndpoints(lab, Set.of(blue.address()));

      lab.add(endpoint("green", green.port()));
      awaitEndpoints(lab, Set.of(blue.address(), green.address()));

      // ED-76: Envoy does not ask again for the members of a cluster that changed.
      lab.put(lab.resources().edsCluster("pool", "9s"));
      Await.until("the edit is active", () -> lab.admin().connectTimeout("pool").equals("9s"));
      awaitEndpoints(lab, Set.of(blue.address(), green.address()));

      lab.remove(ResourceType.LB_ENDPOINT, ENDPOINTS + "blue");
      awaitEndpoints(lab, Set.of(green.address()));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-4", "LEDS-1"})
  void clusterWithAnEmptyCollectionIsActiveAtOnceAndGetsTheEndpointsThatCome(
      StreamVariant variant) {
    try (Backend blue = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      // ED-76: an empty response would cost its 15 s.
      lab.put(
          lab.resources().collectionAssignment("pool", ENDPOINTS + "*"),
          lab.resources().edsCluster("pool"));
      Await.until("pool is active", () -> lab.admin().activeCluster("pool").count() == 1);

      lab.add(endpoint("blue", blue.port()));

      awaitEndpoints(lab, Set.of(blue.address()));
      assertEquals(0, lab.admin().stat("cluster.pool.init_fetch_timeout"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule("X-1")
  void routesAndAssignmentsOfXdstpNamesAreServedAsAnyOther(StreamVariant variant) {
    String routes = "xdstp://lab/envoy.config.route.v3.RouteConfiguration/main";
    String pool = "xdstp://lab/envoy.config.endpoint.v3.ClusterLoadAssignment/pool";
    try (Backend blue = Backend.start("blue");
        Lab lab = Lab.start(variant)) {
      lab.put(
          lab.resources().listener("http", "'" + routes + "'"),
          Resources.routes("'" + routes + "'", "pool"),
          lab.resources().edsClusterOf("pool", pool),
          Resources.assignment("'" + pool + "'", blue.port()));

      Traffic traffic = lab.traffic("http");
      Await.until("traffic flows", () -> traffic.get().body().equals("blue"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  void collectionWithParametersOfTheNodeHoldsTheMembersThatCarryThem(StreamVariant variant) {
    String mine = "?xds.node.cluster=lab&xds.node.id=envoy-1";
    // ED-79: the publisher writes the parameters in another order than Envoy does.
    String written = "?xds.node.id=envoy-1&xds.node.cluster=lab";
    try (Lab lab =
        Lab.startWithNodeCollections(
            variant,
            Resources.staticCluster("'" + CLUSTERS + "one" + written + "'", 9),
            Resources.staticCluster(
                "'" + CLUSTERS + "two?xds.node.cluster=lab&xds.node.id=other'", 9),
            Resources.staticCluster("'" + CLUSTERS + "three'", 9))) {
      awaitClusters(lab, Set.of(CLUSTERS + "one" + written));

      lab.put(Resources.staticCluster("'" + CLUSTERS + "four" + mine + "'", 9));
      awaitClusters(lab, Set.of(CLUSTERS + "one" + written, CLUSTERS + "four" + mine));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule("X-4")
  void collectionThatAResolverListsFollowsIt(StreamVariant variant) {
    Set<String> listed = ConcurrentHashMap.newKeySet();
    listed.add(CLUSTERS + "one");
    ResourceResolver clusters =
        ResourceResolver.withCollections(
            lookup ->
                CompletableFuture.supplyAsync(
                    () ->
                        Resolution.members(
                            listed.stream()
                                .map(name -> Resource.of(Resources.staticCluster(name, 9)))
                                .toList())));
    ResourceResolver byAuthority =
        ResourceResolver.byAuthority(Map.of("lab", clusters), ResourceResolver.nothing());
    try (Lab lab = Lab.startWithCollections(variant, Map.of(ResourceType.CLUSTER, byAuthority))) {
      awaitClusters(lab, Set.of(CLUSTERS + "one"));

      listed.add(CLUSTERS + "two");
      lab.invalidate(ResourceType.CLUSTER, CLUSTERS + "*");
      awaitClusters(lab, Set.of(CLUSTERS + "one", CLUSTERS + "two"));

      listed.remove(CLUSTERS + "one");
      lab.invalidate(ResourceType.CLUSTER, CLUSTERS + "*");
      awaitClusters(lab, Set.of(CLUSTERS + "two"));
      assertEquals(List.of(), lab.log().nacks());
    }
  }

  private static Resource endpoint(String name, int port) {
    return Resource.builder(ENDPOINTS + name, Resources.endpoint(port)).build();
  }

  private static void awaitClusters(Lab lab, Set<String> names) {
    Await.until(
        "clusters " + names,
        () ->
            lab.admin()
                .configDump("dynamic_active_clusters")
                .map(entry -> entry.at("/cluster/name").asText())
                .collect(Collectors.toSet()),
        names::equals);
  }

  private static void awaitEndpoints(Lab lab, Set<String> addresses) {
    Await.until(
        "endpoints " + addresses,
        () -> lab.admin().endpoints("pool").collect(Collectors.toSet()),
        addresses::equals);
  }
}
