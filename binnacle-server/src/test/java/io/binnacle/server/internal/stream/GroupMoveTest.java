package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UInt32Value;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node that moves to another group gets what differs by content, and nothing else. */
@Rule("N-3")
class GroupMoveTest {

  private static final ResourceType CDS = ResourceType.CLUSTER;
  private static final ResourceType EDS = ResourceType.CLUSTER_LOAD_ASSIGNMENT;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("one"));
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams()));
  private final ManualLoop loop = new ManualLoop();
  private final FakeIo io = new FakeIo();

  GroupMoveTest() {
    catalog.publish(
        "one",
        Snapshot.of(
            cluster("same", "1"),
            cluster("other", "1"),
            cluster("gone", "1"),
            assignment("same", 1),
            assignment("other", 1)));
    catalog.publish(
        "two",
        Snapshot.of(
            cluster("same", "1"),
            cluster("other", "2"),
            cluster("new", "1"),
            assignment("same", 1),
            assignment("other", 2)));
  }

  private static Cluster cluster(String name, String content) {
    return Cluster.newBuilder().setName(name).setAltStatName(content).build();
  }

  private static ClusterLoadAssignment assignment(String name, int value) {
    return ClusterLoadAssignment.newBuilder()
        .setClusterName(name)
        .setPolicy(
            ClusterLoadAssignment.Policy.newBuilder()
                .setOverprovisioningFactor(UInt32Value.of(100 + value)))
        .build();
  }

  private StreamDriver open(Variant variant, ResourceType type) {
    StreamDriver driver = hub.open(loop, io, variant, type, "peer");
    assertThat(driver).isNotNull();
    return driver;
  }

  private void move(String group) {
    io.sent.clear();
    catalog.assigner(NodeAssigner.everyNodeGets(group));
    loop.runAll();
  }

  @Test
  @Rule({"D-6", "D-7"})
  void deltaStreamIsSentTheDifferenceInOneResponse() {
    StreamDriver driver = open(Variant.DELTA, CDS);
    driver.onRequest(DeltaDiscoveryRequest.getDefaultInstance());
    driver.onRequest(
        DeltaDiscoveryRequest.newBuilder().setResponseNonce(io.last().nonce()).build());

    move("two");

    assertThat(io.sent).hasSize(1);
    assertThat(io.last().resources()).extracting("name").containsExactly("new", "other");
    assertThat(io.last().removed()).containsExactly("gone");
    catalog.publish("one", Snapshot.EMPTY);
    loop.runAll();
    assertThat(io.sent).as("the old group concerns it no more").hasSize(1);
  }

  @Test
  @Rule({"S-7", "S-10"})
  void sotwStreamOfAPartialTypeIsSentWhatDiffers() {
    StreamDriver driver = open(Variant.SOTW, EDS);
    driver.onRequest(
        DiscoveryRequest.newBuilder().addResourceNames("same").addResourceNames("other").build());

    move("two");

    assertThat(io.sent).hasSize(1);
    assertThat(io.last().resources()).extracting("name").containsExactly("other");
  }

  @Test
  @Rule({"S-7", "S-9"})
  void sotwStreamOfAFullStateTypeIsSentTheNewStateAndToldOfWhatDiffers() {
    open(Variant.SOTW, CDS).onRequest(DiscoveryRequest.getDefaultInstance());

    move("two");

    assertThat(io.sent).hasSize(1);
    assertThat(io.last().resources())
        .extracting("name")
        .containsExactlyInAnyOrder("same", "other", "new");
    assertThat(io.last().changed()).extracting("name").containsExactlyInAnyOrder("other", "new");
  }

  @Test
  @Rule({"D-6", "D-10"})
  void groupWithTheSameContentSendsNothing() {
    catalog.publish(
        "three", Snapshot.of(cluster("same", "1"), cluster("other", "1"), cluster("gone", "1")));
    open(Variant.DELTA, CDS).onRequest(DeltaDiscoveryRequest.getDefaultInstance());

    move("three");

    assertThat(io.sent).isEmpty();
  }
}
