package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What clients and loops cost that are behind, by counts: no more for being further behind. */
class SlowClientTest {

  private static final int CLUSTERS = 2_000;
  private static final int MEASURED = 30;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(catalog, SessionOptions.defaults("test"), StreamLimits.DEFAULTS, List.of());
  private final ManualLoop loop = new ManualLoop();
  private int revision;

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
  }

  /** Changes the next cluster. */
  private Publication change() {
    revision++;
    Cluster cluster =
        Cluster.newBuilder()
            .setName("c" + revision % CLUSTERS)
            .setAltStatName("" + revision)
            .build();
    Resource resource = Resource.of(cluster);
    return catalog.update("edge", Map.of(ResourceType.CLUSTER, Map.of(resource.name(), resource)));
  }

  private void changeAll() {
    for (int i = 0; i < CLUSTERS; i++) {
      change();
    }
    loop.runAll();
    // a first client, so that its classes are loaded before anything is counted
    Client first = new Client("first");
    first.io.ready = false;
    allocatedPerPublish();
    first.driver.onClosed(null);
  }

  /** What the loop allocates for a publish. */
  private long allocatedPerPublish() {
    long sum = 0;
    for (int i = 0; i < MEASURED; i++) {
      change();
      sum += allocated(loop::runAll);
    }
    return sum / MEASURED;
  }

  private static long allocated(Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    task.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static List<State> states(List<Publication> publications) {
    return publications.stream()
        .flatMap(publication -> publication.soFar().nodes().stream())
        .map(node -> node.state())
        .toList();
  }

  /** Break: {@code LoopInbox.put} executes a task for each item. */
  @Test
  @Rule("S-18")
  void publishesThatWaitForALoopAreOneTaskAndOneStep() {
    changeAll();
    Client client = new Client("node");
    int sent = client.io.sent.size();
    List<Publication> waiting = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waiting.add(change());
    }

    assertThat(loop.waiting()).isEqualTo(1);
    loop.runAll();

    assertThat(client.io.sent).hasSize(sent + 1);
    assertThat(states(waiting)).hasSize(100).containsOnly(State.PENDING);
    client.ack();
    assertThat(states(waiting)).hasSize(100).containsOnly(State.ACKED);
    assertThat(waiting).allMatch(publication -> publication.whenSettled().isDone());
  }

  /** Break: {@code StreamSteps.concerned} asks {@code session.owing()} in place of the step. */
  @Test
  @Rule("B-1")
  void clientThatDoesNotReadCostsTheSameHoweverFarItIsBehind() {
    changeAll();
    Client client = new Client("node");
    client.io.ready = false;
    long near = allocatedPerPublish();
    for (int i = 0; i < 1_500; i++) {
      change();
      loop.runAll();
    }
    long far = allocatedPerPublish();

    assertThat(far).as("bytes for each publish; %s at first", near).isLessThan(near + near / 2);
  }

  /** Break: {@code StreamSteps.settleTakenBack} compares however far the client is behind. */
  @Test
  @Rule("B-1")
  void whoeverWaitsForAClientThatDoesNotReadCostsTheSameToo() {
    changeAll();
    Client client = new Client("node");
    client.io.ready = false;
    Publication waitedFor = change();
    loop.runAll();
    assertThat(states(List.of(waitedFor))).containsExactly(State.PENDING);
    long near = allocatedPerPublish();
    for (int i = 0; i < 1_500; i++) {
      change();
      loop.runAll();
    }
    long far = allocatedPerPublish();

    assertThat(far).as("bytes for each publish; %s at first", near).isLessThan(near + near / 2);
    client.io.ready = true;
    client.driver.onReady();
    client.ack();
    assertThat(waitedFor.whenSettled()).isCompleted();
    assertThat(states(List.of(waitedFor))).containsExactly(State.ACKED);
  }

  /** What the loop allocates for a publish to so many clients that take what they are sent. */
  private long allocatedPerPublish(int clients, boolean busyAfterwards) {
    List<Client> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Client client = new Client("node");
      client.io.busyAfterSend = busyAfterwards;
      all.add(client);
    }
    long sum = 0;
    for (int round = 0; round < 2; round++) { // the first one warms up
      sum = 0;
      for (int i = 0; i < MEASURED; i++) {
        change();
        sum += allocated(loop::runAll);
        for (Client client : all) {
          client.io.ready = true;
          client.driver.onReady();
          client.ack();
        }
      }
    }
    all.forEach(client -> client.driver.onClosed(null));
    return sum / MEASURED;
  }

  /** Break: {@code StreamSteps.concerned} asks the session whatever is on its way. */
  @Test
  @Rule("B-2")
  void whatAPublishChangedIsLookedForOnceAndNotForEachStream() {
    changeAll();
    long ready = allocatedPerPublish(100, false);
    // as a transport is while it writes
    long busy = allocatedPerPublish(100, true);

    assertThat(busy)
        .as("bytes for each publish; %s where nothing is written", ready)
        .isLessThan(ready + ready / 8);
  }

  @Test
  void changeThatIsTakenBackUnseenIsSupersededWhenTheClientReadsAgain() {
    changeAll();
    Client client = new Client("node");
    client.io.ready = false;
    Cluster added = Cluster.newBuilder().setName("c7").setAltStatName("other").build();
    Resource former = catalog.views("edge").get(Map.of()).type(ResourceType.CLUSTER).get("c7");
    Publication there = update(Resource.of(added));
    Publication back = update(former);
    int sent = client.io.sent.size();

    client.io.ready = true;
    client.driver.onReady();

    assertThat(client.io.sent).hasSize(sent);
    assertThat(states(List.of(there, back))).containsOnly(State.SUPERSEDED);
  }

  private Publication update(Resource resource) {
    Publication publication =
        catalog.update("edge", Map.of(ResourceType.CLUSTER, Map.of(resource.name(), resource)));
    loop.runAll();
    return publication;
  }

  /** Break: {@code LoopStreams.takePublished} takes all groups as one. */
  @Test
  void publishesOfOtherGroupsThatWaitConcernTheirOwnClientsOnly() {
    changeAll();
    Client client = new Client("node");
    Resource other = Resource.of(Cluster.newBuilder().setName("c1").setAltStatName("x").build());
    Publication elsewhere =
        catalog.update("other", Map.of(ResourceType.CLUSTER, Map.of("c1", other)));
    Publication here = change();
    loop.runAll();

    assertThat(states(List.of(elsewhere))).isEmpty();
    assertThat(states(List.of(here))).containsExactly(State.PENDING);
    assertThat(client.driver.nodeId()).isEqualTo("node");
  }
}
