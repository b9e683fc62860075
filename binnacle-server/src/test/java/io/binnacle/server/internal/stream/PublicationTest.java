package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublicationTest {

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(catalog, SessionOptions.defaults("test"), StreamLimits.DEFAULTS, List.of());
  private final ManualLoop loop = new ManualLoop();

  /** A client of clusters that answers when the test says so. */
  private final class Client {
    final FakeIo io = new FakeIo();
    final StreamDriver driver = hub.open(loop, io, Variant.DELTA, ResourceType.CLUSTER, "peer");

    Client(String node) {
      driver.onRequest(
          DeltaDiscoveryRequest.newBuilder().setNode(Node.newBuilder().setId(node)).build());
      ack();
    }

    void ack() {
      driver.onRequest(
          DeltaDiscoveryRequest.newBuilder().setResponseNonce(io.last().nonce()).build());
    }

    void nack(String message) {
      driver.onRequest(
          DeltaDiscoveryRequest.newBuilder()
              .setResponseNonce(io.last().nonce())
              .setErrorDetail(Status.newBuilder().setCode(13).setMessage(message))
              .build());
    }
  }

  private Publication publish(String... names) {
    Publication publication = publishUnseen(names);
    loop.runAll();
    return publication;
  }

  private Publication publishUnseen(String... names) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String name : names) {
      snapshot.add(Cluster.newBuilder().setName(name).build());
    }
    return catalog.publish("edge", snapshot.build());
  }

  private static List<String> nodes(Publication publication, State state) {
    return publication.soFar().in(state).stream().map(node -> node.nodeId()).toList();
  }

  @Test
  void saysWhoAckedWhoNackedWithWhatTextWhoLeftAndWhoIsPending() throws InterruptedException {
    publish("a");
    Client acks = new Client("acks");
    Client nacks = new Client("nacks");
    Client leaves = new Client("leaves");
    Client dawdles = new Client("dawdles");
    Publication publication = publish("a", "b");
    assertThat(nodes(publication, State.PENDING)).hasSize(4);

    acks.ack();
    nacks.nack("no such extension");
    leaves.driver.onClosed(null);

    Publication.Result result = publication.within(Duration.ZERO);
    assertThat(result.settled()).isFalse();
    assertThat(nodes(publication, State.ACKED)).containsExactly("acks");
    assertThat(nodes(publication, State.NACKED)).containsExactly("nacks");
    assertThat(result.in(State.NACKED).get(0).message()).isEqualTo("no such extension");
    assertThat(nodes(publication, State.LEFT)).containsExactly("leaves");
    assertThat(nodes(publication, State.PENDING)).containsExactly("dawdles");

    dawdles.ack();
    assertThat(publication.whenSettled()).isCompleted();
    assertThat(publication.soFar().isAccepted()).as("one refused it").isFalse();
  }

  @Test
  void anAckOfALaterStateCountsForTheEarlierPublish() {
    publish("a");
    Client client = new Client("slow");
    client.io.ready = false;
    Publication first = publish("a", "b");
    Publication second = publish("a", "b", "c");
    client.io.ready = true;
    client.driver.onReady();
    client.ack();

    assertThat(nodes(first, State.ACKED)).containsExactly("slow");
    assertThat(nodes(second, State.ACKED)).containsExactly("slow");
  }

  @Test
  void twoPublishesThatTheLoopMeetsAtOnceBothConcernTheNode() {
    publish("a");
    Client client = new Client("quick");
    Publication first = publishUnseen("a", "b");
    Publication second = publishUnseen("a", "b", "c");
    loop.runAll();
    assertThat(nodes(first, State.PENDING)).containsExactly("quick");
    assertThat(nodes(second, State.PENDING)).as("sent with the first").containsExactly("quick");

    client.ack();

    assertThat(nodes(first, State.ACKED)).containsExactly("quick");
    assertThat(nodes(second, State.ACKED)).containsExactly("quick");
  }

  @Test
  void aChangeThatIsTakenBackBeforeItWasSentIsSuperseded() {
    publish("a");
    Client client = new Client("slow");
    client.io.ready = false;
    Publication first = publish("a", "b");
    assertThat(nodes(first, State.PENDING)).containsExactly("slow");
    publish("a");

    assertThat(nodes(first, State.SUPERSEDED)).containsExactly("slow");
    assertThat(first.whenSettled()).isCompleted();
  }

  @Test
  void nodesThatComeLaterOrAreNotConcernedAreNotWaitedFor() {
    publish("a");
    Publication publication = publish("a", "b");
    new Client("late");

    assertThat(publication.soFar().nodes()).isEmpty();
    assertThat(publication.soFar().settled()).isTrue();
    assertThat(publication.soFar()).hasToString("publish of edge: concerns no connected node");
  }
}
