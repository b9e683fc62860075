package io.binnacle.client;

import static io.binnacle.client.ServerLab.assignment;
import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client against our own server, in every way (C-1). */
class LoopbackTest {

  private final ServerLab lab = new ServerLab();

  @AfterEach
  void close() {
    lab.close();
  }

  @ParameterizedTest
  @EnumSource
  @Rule("C-1")
  void aResourceComesChangesGoesAndComesBack(Way way) {
    lab.publish(cluster("a", 1));
    Seen<Cluster> seen = new Seen<>();

    lab.client(way).watch(ResourceKind.CLUSTER, "a", seen);
    assertThat(millis(seen.value())).isEqualTo(1);

    lab.publish(cluster("a", 2));
    assertThat(millis(seen.value())).isEqualTo(2);

    lab.publish(cluster("other", 1));
    assertThat(seen.next()).isEqualTo(new ResourceEvent.Absent<>("a", Reason.REMOVED));

    lab.publish(cluster("a", 2));
    assertThat(millis(seen.value())).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  @Rule("C-1")
  void severalTypesAndAWildcardAreWatchedAtOnce(Way way) {
    lab.publish(cluster("a", 1), cluster("b", 1), assignment("a"));
    XdsClient client = lab.client(way);
    Seen<Cluster> clusters = new Seen<>();
    Seen<ClusterLoadAssignment> assignments = new Seen<>();

    client.watchAll(ResourceKind.CLUSTER, clusters);
    client.watch(ResourceKind.CLUSTER_LOAD_ASSIGNMENT, "a", assignments);

    Set<String> names = new TreeSet<>(List.of(clusters.value().getName()));
    names.add(clusters.value().getName());
    assertThat(names).containsExactly("a", "b");
    assertThat(assignments.value().getClusterName()).isEqualTo("a");

    lab.publish(cluster("a", 1), cluster("c", 1), assignment("a"));
    List<String> changes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ResourceEvent<Cluster> event = clusters.next();
      changes.add((event instanceof ResourceEvent.Updated ? "+" : "-") + event.name());
    }
    assertThat(changes).containsExactlyInAnyOrder("+c", "-b");
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"C-1", "C-9"})
  void aRestartOfTheServerTakesNothingAwayAndWhatChangedMeanwhileComes(Way way) {
    lab.publish(cluster("a", 1), cluster("b", 1));
    XdsClient client = lab.client(way);
    Seen<Cluster> seen = new Seen<>();
    Seen<Cluster> same = new Seen<>();
    client.watch(ResourceKind.CLUSTER, "a", seen);
    client.watch(ResourceKind.CLUSTER, "b", same);
    assertThat(millis(seen.value())).isEqualTo(1);
    same.value();

    lab.stop();
    ServerLab.awaitTrue(() -> !lab.events(ClientEvent.Closed.class).isEmpty());
    lab.publish(cluster("a", 2), cluster("b", 1));
    lab.start();

    ResourceEvent<Cluster> next = seen.next();
    while (!(next instanceof ResourceEvent.Updated)) {
      assertThat(next)
          .isInstanceOfAny(ResourceEvent.AmbientError.class, ResourceEvent.Recovered.class);
      next = seen.next();
    }
    assertThat(millis(((ResourceEvent.Updated<Cluster>) next).value())).isEqualTo(2);
    while (!same.isEmpty()) {
      assertThat(same.next())
          .isInstanceOfAny(ResourceEvent.AmbientError.class, ResourceEvent.Recovered.class);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_SOTW", "TYPED_DELTA"})
  @Rule({"C-2", "C-8"})
  void aNewStreamBeginsWithTheNodeAndWhatIsHeld(Way way) {
    lab.publish(cluster("a", 1));
    Seen<Cluster> seen = new Seen<>();
    lab.client(way).watchAll(ResourceKind.CLUSTER, seen);
    seen.value();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 2);

    lab.stop();
    lab.start();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Opened.class).size() == 2);
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() >= 3);

    List<ClientEvent.Requested> requests = lab.events(ClientEvent.Requested.class);
    if (way.isDelta()) {
      DeltaDiscoveryRequest ack = (DeltaDiscoveryRequest) requests.get(1).request();
      DeltaDiscoveryRequest again = (DeltaDiscoveryRequest) requests.get(2).request();
      assertThat(ack.hasNode()).isFalse();
      assertThat(again.getNode().getId()).isEqualTo("lab");
      assertThat(again.getInitialResourceVersionsMap()).containsOnlyKeys("a");
      assertThat(again.getResponseNonce()).isEmpty();
    } else {
      DiscoveryRequest ack = (DiscoveryRequest) requests.get(1).request();
      DiscoveryRequest again = (DiscoveryRequest) requests.get(2).request();
      assertThat(ack.hasNode()).isFalse();
      assertThat(again.getNode().getId()).isEqualTo("lab");
      assertThat(again.getVersionInfo()).isEqualTo(ack.getVersionInfo()).isNotEmpty();
      assertThat(again.getResponseNonce()).isEmpty();
    }
  }

  @Test
  @Rule("C-2")
  void theNodeIsInEveryRequestWhereThatIsWanted() {
    lab.publish(cluster("a", 1));
    Seen<Cluster> seen = new Seen<>();
    lab.keep(lab.builder().server(Way.ADS_SOTW.to(lab.port())).nodeInEveryRequest(true).build())
        .watchAll(ResourceKind.CLUSTER, seen);
    seen.value();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 2);

    assertThat(lab.events(ClientEvent.Requested.class))
        .allMatch(requested -> ((DiscoveryRequest) requested.request()).hasNode());
  }

  @Test
  void oneClientParsesATypeInOneWay() {
    XdsClient client = lab.client(Way.ADS_SOTW);
    client.watch(ResourceKind.CLUSTER, "a", event -> {});

    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> client.watch(ResourceKind.CLUSTER.map(Cluster::getName), "b", event -> {}))
        .hasMessage("another kind of CDS is watched by this client; keep one kind for each type");
  }
}
