package io.binnacle.client;

import static io.binnacle.client.ServerLab.assignment;
import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Publication;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.config.listener.v3.ApiListener;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.clusters.aggregate.v3.ClusterConfig;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.Rds;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.SdsSecretConfig;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tree of resources, from a listener on. */
class ConfigTreeTest {

  private static final ConfigSource ADS =
      ConfigSource.newBuilder().setAds(AggregatedConfigSource.getDefaultInstance()).build();

  private final ServerLab lab = new ServerLab();
  private final BlockingQueue<ConfigSnapshot> snapshots = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    lab.close();
  }

  private static Listener listener() {
    HttpConnectionManager manager =
        HttpConnectionManager.newBuilder()
            .setRds(Rds.newBuilder().setRouteConfigName("r").setConfigSource(ADS))
            .build();
    return Listener.newBuilder()
        .setName("l")
        .setApiListener(ApiListener.newBuilder().setApiListener(Any.pack(manager)))
        .build();
  }

  private static VirtualHost host(String name, String cluster) {
    return host(name, name.replaceAll(".*/", ""), cluster);
  }

  private static VirtualHost host(String name, String domain, String cluster) {
    return VirtualHost.newBuilder()
        .setName(name)
        .addDomains(domain)
        .addRoutes(
            Route.newBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                .setRoute(RouteAction.newBuilder().setCluster(cluster)))
        .build();
  }

  private static RouteConfiguration routes(String cluster) {
    return RouteConfiguration.newBuilder().setName("r").addVirtualHosts(host("v", cluster)).build();
  }

  private static Cluster eds(String name, int millis) {
    return cluster(name, millis).toBuilder()
        .setType(Cluster.DiscoveryType.EDS)
        .setEdsClusterConfig(Cluster.EdsClusterConfig.newBuilder().setEdsConfig(ADS))
        .build();
  }

  private ConfigSnapshot next() throws InterruptedException {
    ConfigSnapshot next = snapshots.poll(20, TimeUnit.SECONDS);
    assertThat(next).as("no snapshot").isNotNull();
    return next;
  }

  private TreeSubscription follow(Way way) {
    return lab.client(way).tree(ResourceKind.LISTENER, Set.of("l"), snapshots::add);
  }

  // Break: give a snapshot out before all of its parts are known.
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_DELTA"})
  @Rule("C-13")
  void theFirstSnapshotIsWholeAndSoIsEachOneAfterAChange(Way way) throws Exception {
    lab.publish(listener(), routes("a"), eds("a", 1), assignment("a"));
    follow(way);

    ConfigSnapshot first = next();
    assertThat(first.get(ResourceKind.ROUTE_CONFIGURATION, "r")).isEqualTo(routes("a"));
    assertThat(first.all(ResourceKind.CLUSTER)).containsOnlyKeys("a");
    assertThat(first.all(ResourceKind.CLUSTER_LOAD_ASSIGNMENT)).containsOnlyKeys("a");
    assertThat(first.missing()).isEmpty();

    lab.publish(
        listener(), routes("b"), eds("a", 1), assignment("a"), eds("b", 2), assignment("b"));

    ConfigSnapshot second = next();
    while (second.all(ResourceKind.CLUSTER).containsKey("a")) {
      assertThat(second.all(ResourceKind.CLUSTER_LOAD_ASSIGNMENT)).containsKey("a");
      second = next();
    }
    assertThat(second.get(ResourceKind.ROUTE_CONFIGURATION, "r")).isEqualTo(routes("b"));
    assertThat(millis(second.get(ResourceKind.CLUSTER, "b"))).isEqualTo(2);
    assertThat(second.all(ResourceKind.CLUSTER_LOAD_ASSIGNMENT)).containsOnlyKeys("b");
    assertThat(second.missing()).isEmpty();
  }

  // Break: keep what is not named any more.
  @Test
  @Rule("C-13")
  void whatIsNamedNoMoreIsUnsubscribed() throws Exception {
    lab.publish(listener(), routes("a"), cluster("a", 1), cluster("b", 1));
    follow(Way.ADS_DELTA);
    next();

    lab.publish(listener(), routes("b"), cluster("a", 1), cluster("b", 1));

    ServerLab.awaitTrue(
        () ->
            lab.events(ClientEvent.Requested.class).stream()
                .map(requested -> (DeltaDiscoveryRequest) requested.request())
                .anyMatch(request -> request.getResourceNamesUnsubscribeList().contains("a")));
  }

  @Test
  @Rule("C-13")
  void secretsAndTheMembersOfAggregateClustersBelongToIt() throws Exception {
    UpstreamTlsContext tls =
        UpstreamTlsContext.newBuilder()
            .setCommonTlsContext(
                CommonTlsContext.newBuilder()
                    .setValidationContextSdsSecretConfig(
                        SdsSecretConfig.newBuilder().setName("ca").setSdsConfig(ADS)))
            .build();
    Cluster aggregate =
        Cluster.newBuilder()
            .setName("a")
            .setClusterType(
                Cluster.CustomClusterType.newBuilder()
                    .setName("envoy.clusters.aggregate")
                    .setTypedConfig(Any.pack(ClusterConfig.newBuilder().addClusters("b").build())))
            .build();
    Cluster secured =
        cluster("b", 1).toBuilder()
            .setTransportSocket(
                TransportSocket.newBuilder().setName("tls").setTypedConfig(Any.pack(tls)))
            .build();
    Secret ca = Secret.newBuilder().setName("ca").build();
    lab.publish(listener(), routes("a"), aggregate, secured, ca);

    follow(Way.ADS_DELTA);

    ConfigSnapshot snapshot = next();
    assertThat(snapshot.all(ResourceKind.CLUSTER)).containsOnlyKeys("a", "b");
    assertThat(snapshot.all(ResourceKind.SECRET)).containsOnlyKeys("ca");
  }

  @Test
  @Rule("C-13")
  void virtualHostsOnTheirOwnBelongToItWithTheirClusters() throws Exception {
    RouteConfiguration empty =
        RouteConfiguration.newBuilder()
            .setName("r")
            .setVhds(Vhds.newBuilder().setConfigSource(ADS))
            .build();
    lab.publish(listener(), empty, host("r/shop", "a"), cluster("a", 1));

    follow(Way.ADS_DELTA);

    ConfigSnapshot snapshot = next();
    assertThat(snapshot.all(ResourceKind.VIRTUAL_HOST)).containsOnlyKeys("r/shop");
    assertThat(snapshot.all(ResourceKind.CLUSTER)).containsOnlyKeys("a");
  }

  @Test
  @Rule("C-13")
  void whatDoesNotExistIsNamedAsMissing() throws Exception {
    lab.publish(listener(), routes("nobody"), cluster("a", 1));

    follow(Way.ADS_DELTA);

    assertThat(next().missing())
        .isEqualTo(
            java.util.Map.of(new Reference(ResourceType.CLUSTER, "nobody"), "it does not exist"));
  }

  // Break: leave what was added out of the snapshot, or keep it when its handle is closed.
  @Test
  @Rule({"C-13", "VHDS-1"})
  void aVirtualHostThatTheServerLooksUpIsAddedOnDemandAndEnded() throws Exception {
    RouteConfiguration empty =
        RouteConfiguration.newBuilder()
            .setName("r")
            .setVhds(Vhds.newBuilder().setConfigSource(ADS))
            .build();
    lab.resolve(ResourceType.VIRTUAL_HOST, lookup -> host("r/found", "found.example", "b"));
    lab.publish(listener(), empty, host("r/shop", "a"), cluster("a", 1), cluster("b", 1));
    TreeSubscription tree = follow(Way.ADS_DELTA);
    assertThat(next().all(ResourceKind.CLUSTER)).containsOnlyKeys("a");

    Subscription added = tree.add(ResourceKind.VIRTUAL_HOST, "r/found.example");

    ConfigSnapshot with = next();
    assertThat(with.all(ResourceKind.VIRTUAL_HOST)).containsOnlyKeys("r/shop", "r/found");
    assertThat(with.all(ResourceKind.CLUSTER)).containsOnlyKeys("a", "b");

    added.close();
    added.close();
    ConfigSnapshot without = next();
    while (without.all(ResourceKind.VIRTUAL_HOST).containsKey("r/found")) {
      without = next(); // of the wildcard too, until the server answers that it has it no more
    }
    assertThat(without.all(ResourceKind.CLUSTER)).containsOnlyKeys("a");
  }

  // Break: do not count snapshots in the backlogs of the spaces.
  @Test
  @Rule({"C-11", "C-13"})
  void whileASnapshotIsNotTakenNoFurtherResponseIsRead() throws Exception {
    lab.publish(listener(), routes("a"), cluster("a", 1));
    CountDownLatch open = new CountDownLatch(1);
    lab.client(Way.ADS_DELTA)
        .tree(
            ResourceKind.LISTENER,
            Set.of("l"),
            snapshot -> {
              snapshots.add(snapshot);
              awaitOpen(open);
            });
    next();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Responded.class).size() == 3);

    for (int i = 2; i <= 20; i++) {
      lab.publish(listener(), routes("a"), cluster("a", i));
    }
    Publication last = lab.publish(listener(), routes("a"), cluster("a", 50));
    assertThat(last.within(Duration.ofMillis(300)).isAccepted()).isFalse();
    assertThat(lab.events(ClientEvent.Responded.class)).hasSize(3);

    open.countDown();
    ConfigSnapshot newest = next();
    while (millis(newest.get(ResourceKind.CLUSTER, "a")) != 50) {
      newest = next();
    }
  }

  private static void awaitOpen(CountDownLatch open) {
    try {
      assertThat(open.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // Break: let a tree begin although it cannot read what it will find.
  @Test
  void aTreeIsRefusedWhereATypeHasAKindOfTheApplicationsOwn() {
    XdsClient client = lab.client(Way.ADS_DELTA);
    client.watch(ResourceKind.CLUSTER.map(Cluster::getName), "a", event -> {});

    assertThatThrownBy(() -> client.tree(ResourceKind.LISTENER, Set.of("l"), snapshots::add))
        .hasMessage("another kind of CDS is watched by this client; keep one kind for each type");
    assertThatThrownBy(() -> client.tree(ResourceKind.RUNTIME, Set.of("l"), snapshots::add))
        .hasMessage("RTDS is no type that a tree can follow");
  }

  // Break: give snapshots to a consumer whose handle is closed.
  @Test
  @Rule("C-13")
  void aTreeThatIsClosedEndsItsSubscriptionsAndTellsNothingMore() throws Exception {
    lab.publish(listener(), routes("a"), cluster("a", 1));
    TreeSubscription tree = follow(Way.ADS_DELTA);
    next();

    tree.close();

    ServerLab.awaitTrue(
        () ->
            lab.events(ClientEvent.Requested.class).stream()
                    .map(requested -> (DeltaDiscoveryRequest) requested.request())
                    .mapToInt(DeltaDiscoveryRequest::getResourceNamesUnsubscribeCount)
                    .sum()
                == 3);
    lab.publish(listener(), routes("a"), cluster("a", 2));
    assertThat(snapshots).isEmpty();
  }
}
