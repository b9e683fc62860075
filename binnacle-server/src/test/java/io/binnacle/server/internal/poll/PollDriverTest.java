package io.binnacle.server.internal.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.Publication;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Polls against a loop and a transport that the test moves. */
class PollDriverTest {

  private static final long FOR_EVER = Long.MAX_VALUE;

  /** A transport that keeps what it is reported. */
  private static final class FakeIo implements PollIo {
    @Nullable Response answer;
    boolean unchanged;
    @Nullable CloseReason closed;
    int ends;
    boolean fails;

    @Override
    public ResponseBody encode(PollAnswer news) throws UnwritableException {
      if (fails) {
        throw new UnwritableException("no form");
      }
      return news.encoded(io.binnacle.core.server.Shared.NOTHING, SessionOptions.defaults("test"));
    }

    @Override
    public void answer(Response response) {
      answer = response;
      ends++;
    }

    @Override
    public void unchanged() {
      unchanged = true;
      ends++;
    }

    @Override
    public void close(CloseReason reason) {
      closed = reason;
      ends++;
    }

    List<String> names() {
      return answer.resources().stream().map(Resource::name).toList();
    }
  }

  private final List<StreamEvent> events = new ArrayList<>();
  private final ManualLoop loop = new ManualLoop();
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub streams =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS.withStreams(100),
          List.of(new SeenStreams(), events::add));
  private final PollHub hub =
      new PollHub(streams, Duration.ofSeconds(30), Runnable::run, loop::now);

  private static DiscoveryRequest request(String node, String version, String... names) {
    return DiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId(node))
        .setVersionInfo(version)
        .addAllResourceNames(List.of(names))
        .build();
  }

  private FakeIo poll(Variant variant, ResourceType type, DiscoveryRequest request, long patience) {
    FakeIo io = new FakeIo();
    hub.open(loop, io, new PollHub.Request(variant, type, request, "host", true, 0), patience);
    loop.runAll();
    return io;
  }

  private FakeIo rest(String version) {
    return poll(Variant.REST, ResourceType.CLUSTER, request("n", version), FOR_EVER);
  }

  private Publication publish(String... clusters) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String name : clusters) {
      snapshot.add(Cluster.newBuilder().setName(name).build());
    }
    Publication publication = catalog.publish("edge", snapshot.build());
    loop.runAll();
    return publication;
  }

  private <T extends StreamEvent> List<T> told(Class<T> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Test
  @Rule({"P-2", "P-5"})
  void aPublishWakesHeldPollsByOneTaskForTheLoopAndNoPublicationWaitsForThem() {
    publish("a");
    String version = rest("").answer.version();
    FakeIo one = rest(version);
    FakeIo two = poll(Variant.REST, ResourceType.CLUSTER, request("m", version), FOR_EVER);
    FakeIo other = poll(Variant.REST, ResourceType.CLUSTER, request("n", "", "zzz"), FOR_EVER);
    assertThat(one.ends + two.ends).isZero();
    assertThat(other.names()).isEmpty();

    Publication publication =
        catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("b").build()));
    assertThat(loop.waiting()).isEqualTo(1);
    loop.runAll();

    assertThat(one.names()).containsExactly("b");
    assertThat(two.names()).containsExactly("b");
    assertThat(hub.openPolls()).isZero();
    assertThat(publication.soFar().nodes()).isEmpty();
    assertThat(publication.soFar().settled()).isTrue();
  }

  @Test
  @Rule("P-2")
  void aChangeOfWhatIsNotSelectedAnswersNothing() {
    catalog.publish("edge", Snapshot.of(assignment("a"), assignment("b")));
    ResourceType type = ResourceType.CLUSTER_LOAD_ASSIGNMENT;
    String version = poll(Variant.REST, type, request("n", "", "a"), FOR_EVER).answer.version();
    FakeIo held = poll(Variant.REST, type, request("n", version, "a"), FOR_EVER);

    catalog.publish("edge", Snapshot.of(assignment("a")));
    loop.runAll();

    assertThat(held.ends).isZero();
    loop.advance(Duration.ofSeconds(30));
    assertThat(held.unchanged).isTrue();
  }

  private static ClusterLoadAssignment assignment(String name) {
    return ClusterLoadAssignment.newBuilder().setClusterName(name).build();
  }

  @Test
  @Rule("P-2")
  void unchangedIsSaidWithAMarginBeforeTheClientGivesUp() {
    publish("a");
    String version = rest("").answer.version();
    long second = Duration.ofSeconds(1).toNanos();
    FakeIo ofOneSecond = poll(Variant.REST, ResourceType.CLUSTER, request("n", version), second);
    FakeIo ofTwenty = poll(Variant.REST, ResourceType.CLUSTER, request("n", version), 20 * second);
    FakeIo patient = poll(Variant.REST, ResourceType.CLUSTER, request("n", version), 600 * second);

    loop.advance(Duration.ofMillis(899));
    assertThat(ofOneSecond.ends).isZero();
    loop.advance(Duration.ofMillis(2));
    assertThat(ofOneSecond.unchanged).isTrue();
    loop.advance(Duration.ofMillis(18_100));
    assertThat(ofTwenty.unchanged).isTrue();
    assertThat(patient.ends).isZero();
    loop.advance(Duration.ofSeconds(11));
    assertThat(patient.unchanged).as("not longer than the server likes").isTrue();
  }

  @Test
  @Rule("P-6")
  void aFetchIsAnsweredAtOnceWithoutADeadlineAndAtItsEndWithOne() {
    publish("a");
    FakeIo first = poll(Variant.FETCH, ResourceType.CLUSTER, request("n", ""), 0);
    String version = first.answer.version();

    FakeIo again = poll(Variant.FETCH, ResourceType.CLUSTER, request("n", version), 0);
    assertThat(again.names()).containsExactly("a");
    FakeIo absent =
        poll(Variant.FETCH, ResourceType.CLUSTER_LOAD_ASSIGNMENT, request("n", "", "a"), 0);
    assertThat(absent.names()).isEmpty();

    long ten = Duration.ofSeconds(10).toNanos();
    FakeIo held = poll(Variant.FETCH, ResourceType.CLUSTER, request("n", version), ten);
    assertThat(held.ends).isZero();
    loop.advance(Duration.ofSeconds(10));
    assertThat(held.names()).containsExactly("a");
    assertThat(held.answer.version()).isEqualTo(version);
  }

  @Test
  @Rule({"G-3a", "P-2", "P-6"})
  void aNodeThatIsServedNothingIsHeldAndAFetchIsToldWhy() {
    catalog.assigner(node -> new NodeAssignment.Held("its file is broken"));
    FakeIo rest = rest("");
    FakeIo fetch =
        poll(
            Variant.FETCH,
            ResourceType.CLUSTER,
            request("n", "v"),
            Duration.ofSeconds(5).toNanos());
    loop.advance(Duration.ofSeconds(6));
    assertThat(fetch.closed.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(fetch.closed.message()).isEqualTo("its file is broken");
    assertThat(rest.ends).isZero();

    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    catalog.assigner(NodeAssigner.everyNodeGets("edge"));
    loop.runAll();
    assertThat(rest.names()).containsExactly("a");

    catalog.assigner(node -> new NodeAssignment.Unmatched());
    assertThat(rest("").names()).as("it has nothing, and is told so").isEmpty();
    FakeIo keeps = rest("something");
    loop.advance(Duration.ofSeconds(30));
    assertThat(keeps.unchanged).isTrue();
  }

  @Test
  @Rule("SDS-1")
  void secretsAreShownToNobodyWhereOthersCouldReadThem() {
    catalog.publish("edge", Snapshot.of(Secret.newBuilder().setName("s").build()));
    for (boolean isPrivate : new boolean[] {true, false}) {
      FakeIo io = new FakeIo();
      hub.open(
          loop,
          io,
          new PollHub.Request(
              Variant.REST,
              ResourceType.SECRET,
              request("n" + isPrivate, "", "s"),
              "host",
              isPrivate,
              0),
          FOR_EVER);
      loop.runAll();
      assertThat(io.answer != null).isEqualTo(isPrivate);
    }
    assertThat(told(StreamEvent.SecretsWithheld.class)).hasSize(1);
  }

  @Test
  @Rule("P-2")
  void aGroupThatIsRenderedLaterAnswersThen() {
    FakeIo early = rest("");
    assertThat(early.ends).isZero();

    publish("a");

    assertThat(early.names()).containsExactly("a");
  }

  @Test
  @Rule({"ST-1", "P-3"})
  void manyPollsAreOneClientUntilItHasNotPolledForAWhile() throws Exception {
    publish("a");
    String version = rest("").answer.version();
    for (int i = 0; i < 50; i++) {
      poll(Variant.REST, ResourceType.CLUSTER, request("n", version), 0);
    }
    assertThat(told(StreamEvent.Opened.class)).hasSize(1);
    assertThat(told(StreamEvent.Requested.class)).hasSize(51);
    assertThat(told(StreamEvent.Acked.class)).hasSize(1);
    assertThat(streams.streams().get()).hasSize(1);

    loop.advance(Duration.ofSeconds(91));

    assertThat(streams.streams().get()).isEmpty();
    assertThat(told(StreamEvent.Closed.class)).hasSize(1);
  }

  @Test
  @Rule({"B-3", "ST-1"})
  void clientsThatAreAlwaysOthersDoNotFillTheMemory() throws Exception {
    publish("a");
    for (int i = 0; i < 1_000; i++) {
      poll(Variant.REST, ResourceType.CLUSTER, request("n" + i, ""), FOR_EVER);
      loop.advance(Duration.ofMillis(20));
    }

    assertThat(streams.streams().get()).hasSizeLessThanOrEqualTo(151);
    assertThat(told(StreamEvent.Closed.class)).hasSizeGreaterThanOrEqualTo(849);
  }

  @Test
  @Rule("B-3")
  void thereIsALimitOfHeldPolls() {
    publish("a");
    String version = rest("").answer.version();
    for (int i = 0; i < 100; i++) {
      assertThat(rest(version).ends).isZero();
    }

    assertThat(rest(version).closed.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  @Rule("B-6")
  void whatCannotBeWrittenOrFailsCostsThatPollOnly() {
    publish("a");
    FakeIo unwritable = new FakeIo();
    unwritable.fails = true;
    hub.open(
        loop,
        unwritable,
        new PollHub.Request(Variant.REST, ResourceType.CLUSTER, request("n", ""), "host", true, 0),
        FOR_EVER);
    loop.runAll();
    assertThat(unwritable.closed.code()).isEqualTo(Status.Code.UNIMPLEMENTED);

    catalog.assigner(
        node -> {
          throw new IllegalStateException("a fault of the application");
        });
    loop.runAll();
    assertThat(rest("").closed.code()).isEqualTo(Status.Code.INTERNAL);
    catalog.assigner(NodeAssigner.everyNodeGets("edge"));
    assertThat(rest("").names()).containsExactly("a");
    assertThat(hub.openPolls()).isZero();
  }

  @Test
  @Rule("P-5")
  void aClientThatWentAwayIsNotAnswered() {
    publish("a");
    String version = rest("").answer.version();
    FakeIo io = new FakeIo();
    PollDriver driver =
        hub.open(
            loop,
            io,
            new PollHub.Request(
                Variant.REST, ResourceType.CLUSTER, request("n", version), "host", true, 0),
            FOR_EVER);

    driver.onClosed();
    publish("b");
    loop.advance(Duration.ofSeconds(60));

    assertThat(io.ends).isZero();
    assertThat(hub.openPolls()).isZero();
  }

  @Test
  @Rule("B-5")
  void theEndOfTheServerEndsPollsAndClients() throws Exception {
    publish("a");
    FakeIo rest = rest(rest("").answer.version());
    FakeIo fetch =
        poll(
            Variant.FETCH,
            ResourceType.CLUSTER,
            request("n", rest("").answer.version()),
            Duration.ofSeconds(20).toNanos());

    streams.drain();
    assertThat(rest("").closed.kind()).isEqualTo("drain");
    var closed = streams.closeAll(CloseReason.drain());
    loop.runAll();

    assertThat(closed).isDone();
    assertThat(rest.unchanged).isTrue();
    assertThat(fetch.closed.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(streams.streams().get()).isEmpty();
    assertThat(told(StreamEvent.Closed.class)).hasSize(2);
  }
}
