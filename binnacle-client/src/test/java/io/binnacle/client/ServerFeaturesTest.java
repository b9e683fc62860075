package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.config.GrpcBootstrap;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the server_features of a gRPC bootstrap change. */
class ServerFeaturesTest {

  private final ServerLab lab = new ServerLab();

  @AfterEach
  void close() {
    lab.close();
  }

  // Break: read the features of the bootstrap, and tell the session nothing of them.
  @Test
  @Rule("C-6")
  void aBootstrapCanLetRemovalsEndNothing() {
    lab.publish(cluster("a", 1));
    String bootstrap =
        """
        {"node": {"id": "lab"},
         "xds_servers": [{"server_uri": "127.0.0.1:%d", "channel_creds": [{"type": "insecure"}],
                          "server_features": ["xds_v3", "ignore_resource_deletion"]}]}
        """
            .formatted(lab.port());
    Seen<Cluster> seen = new Seen<>();
    lab.keep(lab.builder().bootstrap(GrpcBootstrap.parse("bootstrap", bootstrap)).build())
        .watch(ResourceKind.CLUSTER, "a", seen);
    seen.value();

    lab.publish(cluster("other", 1));
    assertRemovalIsIgnored(seen);
    lab.publish(cluster("a", 1));
    assertThat(seen.next()).isInstanceOf(ResourceEvent.Recovered.class);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REST")
  @Rule("C-6")
  void inEachVariantWhatIsRemovedStaysInUse(Way way) {
    lab.publish(cluster("a", 1));
    Seen<Cluster> seen = new Seen<>();
    follow(way, GrpcSource.IGNORE_RESOURCE_DELETION, ResourceKind.CLUSTER, seen);
    seen.value();

    lab.publish(cluster("other", 1));
    assertRemovalIsIgnored(seen);

    lab.publish(cluster("a", 2));
    assertThat(millis(seen.value())).isEqualTo(2);
  }

  private static void assertRemovalIsIgnored(Seen<Cluster> seen) {
    ResourceEvent<Cluster> event = seen.next();
    assertThat(event).isInstanceOf(ResourceEvent.AmbientError.class);
    assertThat(((ResourceEvent.AmbientError<Cluster>) event).error())
        .isEqualTo(
            new WatchError(
                WatchError.Kind.REMOVED,
                "the server removed it, and it stays in use (ignore_resource_deletion)"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REST")
  @Rule("C-4")
  void inEachVariantWhatIsReplacedByBadContentIsUsedNoMore(Way way) {
    ResourceKind<Cluster> quick =
        ResourceKind.CLUSTER.validated(
            cluster -> {
              if (millis(cluster) > 1000) {
                throw new InvalidResourceException("connects too slowly");
              }
            });
    lab.publish(cluster("a", 1));
    Seen<Cluster> seen = new Seen<>();
    follow(way, GrpcSource.FAIL_ON_DATA_ERRORS, quick, seen);
    seen.value();

    lab.publish(cluster("a", 2000));
    assertThat(seen.next()).isInstanceOf(ResourceEvent.Failed.class);

    lab.publish(cluster("a", 3));
    assertThat(millis(seen.value())).isEqualTo(3);
    lab.publish(cluster("other", 1));
    assertThat(seen.next()).isEqualTo(new ResourceEvent.Absent<>("a", Reason.REMOVED));
  }

  private void follow(Way way, String feature, ResourceKind<Cluster> kind, Seen<Cluster> seen) {
    GrpcSource source = ((GrpcSource) way.to(lab.port())).withFeatures(Set.of(feature));
    lab.keep(lab.builder().server(source).build()).watch(kind, "a", seen);
  }
}
