package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several servers, and none. */
class FallbackTest {

  private final ServerLab first = new ServerLab();
  private final ServerLab second = new ServerLab();

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private XdsClient client(Way way) {
    return first.keep(
        first.builder().server(way.to(first.port())).server(way.to(second.port())).build());
  }

  private boolean talksTo(ServerLab lab) {
    return !lab.server().status().streams().join().isEmpty();
  }

  // Break: leave links in use behind one that answered.
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA", "TYPED_DELTA"})
  @Rule("C-14")
  void theSecondServerServesWhileTheFirstIsAwayAndTheClientReturns(Way way) {
    first.publish(cluster("a", 1));
    second.publish(cluster("a", 2));
    first.stop();
    Seen<Cluster> seen = new Seen<>();

    client(way).watch(ResourceKind.CLUSTER, "a", seen);
    assertThat(millis(seen.value())).as("of the second server").isEqualTo(2);
    assertThat(talksTo(second)).isTrue();

    first.start();
    ResourceEvent<Cluster> next = seen.next();
    while (!(next instanceof ResourceEvent.Updated)) {
      next = seen.next();
    }
    assertThat(millis(((ResourceEvent.Updated<Cluster>) next).value())).isEqualTo(1);
    ServerLab.awaitTrue(() -> !talksTo(second));
  }

  // Break: turn to the next server whatever is held.
  @Test
  @Rule("C-14")
  void theSecondServerIsNotAskedWhileNothingIsMissing() {
    first.publish(cluster("a", 1));
    second.publish(cluster("a", 2), cluster("b", 2));
    XdsClient client = client(Way.ADS_SOTW);
    Seen<Cluster> seen = new Seen<>();
    client.watch(ResourceKind.CLUSTER, "a", seen);
    assertThat(millis(seen.value())).isEqualTo(1);

    first.stop();
    ResourceEvent.AmbientError<Cluster> error = (ResourceEvent.AmbientError<Cluster>) seen.next();
    assertThat(error.error().kind()).isEqualTo(WatchError.Kind.UNAVAILABLE);
    assertThat(talksTo(second)).isFalse();

    Seen<Cluster> missing = new Seen<>();
    client.watch(ResourceKind.CLUSTER, "b", missing);
    ResourceEvent<Cluster> next = missing.next();
    while (!(next instanceof ResourceEvent.Updated)) {
      next = missing.next();
    }
    assertThat(talksTo(second)).isTrue();
    first.start();
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"C-1", "C-9"})
  void whereNoServerCanBeReachedTheWatchFailsAndGoesOn(Way way) {
    first.publish(cluster("a", 1));
    first.stop();
    Seen<Cluster> seen = new Seen<>();
    first.client(way).watch(ResourceKind.CLUSTER, "a", seen);

    ResourceEvent.Failed<Cluster> failed = (ResourceEvent.Failed<Cluster>) seen.next();
    assertThat(failed.error().kind()).isEqualTo(WatchError.Kind.UNAVAILABLE);

    first.start();
    ResourceEvent<Cluster> next = seen.next();
    while (!(next instanceof ResourceEvent.Updated)) {
      next = seen.next();
    }
    ServerLab.awaitTrue(
        () ->
            first.events(ClientEvent.Closed.class).stream().anyMatch(closed -> !closed.answered()));
  }

  @Test
  @Rule({"C-14", "X-4"})
  void anAuthorityMayHaveServersOfItsOwn() {
    String name = "xdstp://lab/envoy.config.cluster.v3.Cluster/a";
    Resource named = Resource.builder(name, cluster(name, 2)).build();
    first.publish(cluster("a", 1));
    second.publish(named);
    XdsClient client =
        first.keep(
            first
                .builder()
                .server(Way.ADS_DELTA.to(first.port()))
                .authority("lab", Way.ADS_DELTA.to(second.port()))
                .build());
    Seen<Cluster> plain = new Seen<>();
    Seen<Cluster> ofLab = new Seen<>();

    client.watch(ResourceKind.CLUSTER, "a", plain);
    client.watch(ResourceKind.CLUSTER, name, ofLab);

    assertThat(millis(plain.value())).isEqualTo(1);
    assertThat(millis(ofLab.value())).isEqualTo(2);
  }

  @Test
  void aTypeMayHaveASourceOfItsOwn() {
    first.publish(cluster("a", 1));
    second.publish(cluster("a", 2));
    Seen<Cluster> seen = new Seen<>();
    first
        .keep(
            first
                .builder()
                .server(Way.ADS_DELTA.to(first.port()))
                .source(ResourceType.CLUSTER, Way.TYPED_SOTW.to(second.port()))
                .build())
        .watch(ResourceKind.CLUSTER, "a", seen);

    assertThat(millis(seen.value())).isEqualTo(2);
    assertThat(List.of(talksTo(first), talksTo(second))).containsExactly(false, true);
  }

  @Test
  void aTypeThatASourceCannotServeIsToldSo() {
    Seen<Cluster> seen = new Seen<>();
    Seen<io.envoyproxy.envoy.config.route.v3.VirtualHost> hosts = new Seen<>();
    first.publish(cluster("a", 1));
    XdsClient client =
        first.keep(
            first
                .builder()
                .server(Way.REST.to(first.port()))
                .backoff(Duration.ofSeconds(1), Duration.ofSeconds(1))
                .build());
    client.watch(ResourceKind.CLUSTER, "a", seen);
    client.watch(ResourceKind.VIRTUAL_HOST, "h", hosts);

    assertThat(millis(seen.value())).isEqualTo(1);
    assertThat(hosts.next()).asString().contains("VHDS cannot be polled over REST; use ADS");
  }
}
