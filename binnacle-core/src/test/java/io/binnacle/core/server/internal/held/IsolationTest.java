package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.edsCluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.Resources.routedListener;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.Resources;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.RefusingEnvoy;
import io.binnacle.core.server.harness.RefusingEnvoy.Stage;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.core.server.internal.order.SotwOrderTest;
import io.binnacle.core.view.TypeView;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** S-19 on one type of a stream: what was refused together is told apart. */
class IsolationTest {

  private static final SessionOptions OPTIONS = SessionOptions.defaults("instance-1");

  static Stream<Arguments> envoys() {
    return Stream.of(Variant.SOTW, Variant.DELTA)
        .flatMap(
            variant ->
                Stream.of(CLUSTER, SECRET)
                    .flatMap(
                        type ->
                            Stream.of(Stage.values())
                                .map(stage -> Arguments.of(variant, type, stage))));
  }

  private static RefusingEnvoy envoy(Variant variant, ResourceType type, Stage stage) {
    return new RefusingEnvoy(variant, type, stage, OPTIONS);
  }

  private static String name(int number) {
    return "c%03d".formatted(number);
  }

  private static Map<String, String> all(int count, String content) {
    Map<String, String> contents = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      contents.put(name(i), content);
    }
    return contents;
  }

  private static Map<String, String> but(
      Map<String, String> contents, String content, int... numbers) {
    Map<String, String> others = new TreeMap<>(contents);
    for (int number : numbers) {
      others.put(name(number), content);
    }
    return others;
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void oneBadOfHundredChangesBlocksNoOther(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(100, "1")).settle();
    envoy.takeResponses();

    envoy.publish(but(all(100, "2"), "bad", 42)).settle();

    assertThat(envoy.holds()).isEqualTo(but(all(100, "2"), "1", 42));
    // two a halving; where the text names the bad one: all, the others, the bad one
    assertThat(envoy.takeResponses()).isLessThanOrEqualTo(stage == Stage.BLAMING ? 3 : 16);
    assertThat(envoy.status().state()).isEqualTo(SyncState.NACKED);
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(42));
    assertThat(envoy.isOwed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void whatStandsAloneWaitsForItsOwnChange(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(9, "1")).settle();
    Map<String, String> bad = but(all(9, "2"), "bad", 4);
    envoy.publish(bad).settle().takeResponses();

    envoy.publish(but(bad, "3", 7)).settle();

    assertThat(envoy.takeResponses()).isEqualTo(1);
    assertThat(envoy.holds()).isEqualTo(but(but(all(9, "2"), "1", 4), "3", 7));
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(4));

    envoy.publish(but(bad, "3", 4, 7)).settle();

    assertThat(envoy.takeResponses()).isEqualTo(1);
    assertThat(envoy.holds()).isEqualTo(but(all(9, "2"), "3", 4, 7));
    assertThat(envoy.status().isolated()).isEmpty();
    assertThat(envoy.status().state()).isEqualTo(SyncState.SYNCED);
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void whatIsTakenBackIsIsolatedNoMore(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(9, "1")).settle();
    envoy.publish(but(all(9, "2"), "bad", 4)).settle();

    envoy.publish(but(all(9, "2"), "1", 4)).settle();

    assertThat(envoy.holds()).isEqualTo(but(all(9, "2"), "1", 4));
    assertThat(envoy.status().isolated()).isEmpty();
    assertThat(envoy.status().state()).isEqualTo(SyncState.SYNCED);
    envoy.publish(all(9, "3")).settle();
    assertThat(envoy.holds()).isEqualTo(all(9, "3"));
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void whatTheClientNeverHadIsLeftOut(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(but(all(100, "1"), "bad", 13, 77));

    envoy.settle();

    Map<String, String> good = all(100, "1");
    good.remove(name(13));
    good.remove(name(77));
    assertThat(envoy.holds()).isEqualTo(good);
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(13), name(77));
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void removalsOfRefusedResponseArrive(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(9, "1")).settle();
    Map<String, String> next = but(all(9, "1"), "bad", 4);
    next.remove(name(7));
    next.remove(name(2));

    envoy.publish(next).settle();

    Map<String, String> expected = but(next, "1", 4);
    if (variant == Variant.SOTW && !type.fullState()) {
      expected.put(name(7), "1"); // S-11: not announced
      expected.put(name(2), "1");
    }
    assertThat(envoy.holds()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void atMostSixtyFourResponsesAreSpentOnOnePublish(
      Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, Stage.WHOLE).publish(all(100, "1")).settle();
    envoy.takeResponses();
    Map<String, String> bad = all(100, "2");
    for (int i = 0; i < 100; i += 2) {
      bad.put(name(i), "bad");
    }

    envoy.publish(bad).settle();

    assertThat(envoy.takeResponses()).isEqualTo(1 + 64);
    long arrived = envoy.holds().values().stream().filter("2"::equals).count();
    assertThat(arrived).isBetween(10L, 49L);
    assertThat(envoy.isOwed()).isFalse();

    // what is left goes out with the next change
    envoy.publish(but(bad, "3", 99)).settle();

    assertThat(envoy.holds().values().stream().filter(c -> !c.equals("1")).count())
        .isGreaterThan(arrived);
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void changesThatComeInTheMiddleArriveToo(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(20, "1")).settle();
    envoy.publish(but(all(20, "2"), "bad", 5)).receive().answer().receive();

    Map<String, String> next = but(all(21, "3"), "bad", 5);
    next.remove(name(8));
    envoy.publish(next).receive().answer().settle();

    Map<String, String> expected = but(next, "1", 5);
    if (variant == Variant.SOTW && !type.fullState()) {
      expected.put(name(8), envoy.holds().get(name(8))); // S-11: not announced
    }
    assertThat(envoy.holds()).isEqualTo(expected);
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(5));
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void badChangeIsToldFromLaterGoodOnes(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(9, "1")).settle();
    envoy.publish(but(all(9, "1"), "bad", 4)).settle();

    envoy.publish(but(all(9, "2"), "bad-2", 4)).settle();

    assertThat(envoy.holds()).isEqualTo(but(all(9, "2"), "1", 4));
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(4));
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void refusedResponsesThatWereOpenTogetherAreToldApart(
      Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy = envoy(variant, type, stage).publish(all(9, "1")).settle();
    envoy.publish(but(all(9, "1"), "bad", 4)).receive();
    envoy.publish(but(but(all(9, "1"), "bad", 4), "2", 1, 2, 3)).receive();
    assertThat(envoy.unanswered()).hasSize(2);

    // SotW: only the newest is answered (ED-27)
    envoy.answer().settle();

    assertThat(envoy.holds()).isEqualTo(but(all(9, "1"), "2", 1, 2, 3));
    assertThat(envoy.status().isolated()).containsOnlyKeys(name(4));
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void nothingIsSentAnewWithoutTheOption(Variant variant, ResourceType type, Stage stage) {
    RefusingEnvoy envoy =
        new RefusingEnvoy(variant, type, stage, OPTIONS.withIsolation(false))
            .publish(all(9, "1"))
            .settle();
    envoy.takeResponses();

    envoy.publish(but(all(9, "2"), "bad", 4)).settle();

    assertThat(envoy.takeResponses()).isEqualTo(1);
    assertThat(envoy.status().isolated()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("envoys")
  @Rule("S-19")
  void nothingIsSentAnewToOthersThanEnvoys(Variant variant, ResourceType type, Stage stage) {
    Node grpc = Node.newBuilder().setId("grpc-1").setUserAgentName("gRPC Java").build();
    RefusingEnvoy client = new RefusingEnvoy(variant, type, stage, OPTIONS, grpc);
    client.publish(all(9, "1")).settle().takeResponses();

    client.publish(but(all(9, "2"), "bad", 4)).settle();

    assertThat(client.takeResponses()).isEqualTo(1);
  }

  /** Break: {@code whileRefused} does not wait for the answer to the open response. */
  @Test
  @Rule("S-19")
  void whileGroupIsTriedNothingElseOfTheTypeIsSentInSotw() {
    RefusingEnvoy envoy = envoy(Variant.SOTW, CLUSTER, Stage.WHOLE).publish(all(9, "1")).settle();
    envoy.publish(but(all(9, "2"), "bad", 4)).receive().answer().receive();
    assertThat(envoy.unanswered()).hasSize(1);

    envoy.publish(but(all(9, "3"), "bad", 4)).receive();

    assertThat(envoy.unanswered()).hasSize(1);
    assertThat(envoy.isOwed()).isTrue();
  }

  /** Break: {@code FormerContent} shows what was sent before, and not what was accepted. */
  @Test
  @Rule({"S-19", "O-6"})
  void fullStateResponseShowsFormerContentOfWhatIsNotTried() {
    RefusingEnvoy envoy = envoy(Variant.SOTW, CLUSTER, Stage.WHOLE).publish(all(4, "1")).settle();

    envoy.publish(but(all(4, "2"), "bad", 0)).receive().answer().receive();

    assertThat(envoy.unanswered()).containsExactly(but(but(all(4, "1"), "2", 1), "bad", 0));
  }

  /** Break: {@code Isolation} takes what the text does not name for good. */
  @Test
  @Rule("S-19")
  void textThatNamesTheWrongOneMisleadsNobody() {
    Isolation isolation = new Isolation();

    isolation.refusedTogether(List.of("a", "b", "c"), "cluster b: is no good");

    assertThat(isolation.next(TypeView.empty(CLUSTER), name -> true)).containsExactly("a", "c");
    isolation.refusedTogether(List.of("a", "c"), "cluster b: is no good");
    assertThat(isolation.next(TypeView.empty(CLUSTER), name -> true)).containsExactly("a");
    assertThat(isolation.next(TypeView.empty(CLUSTER), name -> true)).containsExactly("c");
    assertThat(isolation.next(TypeView.empty(CLUSTER), name -> true)).containsExactly("b");
    assertThat(isolation.hasPending()).isFalse();
  }

  /** O-10: what a version stands for may be known to nobody; then nothing may be left out. */
  @Test
  @Rule("S-19")
  void nothingIsLeftOutForAnEnvoyOfWhichNobodyKnowsWhatItHolds() {
    SotwStream stream =
        SotwStream.ads(SotwStream.ENVOY).publish(cluster("a", "bad"), cluster("b"), cluster("c"));
    stream.send(SotwStream.request(CLUSTER).setVersionInfo("unknown"));

    stream.nack(stream.one(), "unknown");

    stream.silent();
    stream.publish(cluster("a", "bad"), cluster("b", "2"), cluster("c"));
    assertThat(SotwStream.names(stream.one())).containsExactly("a", "b", "c");
  }

  /** Break: {@code whileRefused} takes only the tried group for changed. */
  @Test
  @Rule({"S-19", "S-17"})
  void assignmentsFollowClustersThatAreShownWithFormerContent() {
    SotwStream stream = SotwStream.ads(SotwStream.ENVOY);
    stream.publish(
        edsCluster("a", "1"), edsCluster("b", "1"), assignment("a", 1), assignment("b", 1));
    stream.ask(CLUSTER);
    stream.settle();
    stream.ask(CLUSTER_LOAD_ASSIGNMENT, "a", "b");
    stream.settle("a", "b");
    stream.publish(
        edsCluster("a", "2"), edsCluster("b", "bad"), assignment("a", 1), assignment("b", 1));
    String accepted = stream.session().status().get(0).ackedVersion();
    List<DiscoveryResponse> sent = stream.poll();
    DiscoveryResponse refused = sent.get(0);
    stream.ack(sent.get(1), "a", "b");

    stream.nack(refused, accepted);

    // stage (b) of ED-41: it may use the new content of b, and then warms for the former one
    List<DiscoveryResponse> tried = stream.poll();
    assertThat(SotwStream.names(tried.get(0))).containsExactly("a", "b");
    assertThat(SotwStream.names(tried.get(1))).containsExactlyInAnyOrder("a", "b");
  }

  /** Break: {@code ClientState.refused} takes all names of a refused response for refused. */
  @Test
  @Rule({"O-5", "S-19"})
  void routesOfClustersThatWereOnlyRefusedTogetherGoOut() {
    SotwStream stream = SotwOrderTest.envoyAtOld();
    stream.publish(
        routedListener("l", "r", "1"),
        route("r", "new"),
        edsCluster("old", "1"),
        assignment("old", 1),
        cluster("bad", "bad"),
        cluster("new"));
    stream.nack(stream.one(CLUSTER), stream.session().status().get(0).ackedVersion());

    DiscoveryResponse halfWithBad = stream.one(CLUSTER);
    assertThat(SotwStream.names(halfWithBad)).containsExactly("bad", "old");
    stream.nack(halfWithBad, stream.session().status().get(0).ackedVersion());
    DiscoveryResponse otherHalf = stream.one(CLUSTER);
    assertThat(SotwStream.names(otherHalf)).containsExactly("new", "old");
    stream.ack(otherHalf);

    assertThat(SotwStream.names(stream.one(ROUTE_CONFIGURATION))).containsExactly("r");
  }

  /** Break: {@code TypeSession.isAlias}. */
  @Test
  @Rule({"S-19", "D-14"})
  void absenceThatWasRefusedIsNotTriedWhenItsAliasStandsForSomething() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY);
    stream.publish(Resources.virtualHost("r/a", "r/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r/a.test", "r/b.test");
    DeltaReply refused = stream.next();
    stream.put(Resources.virtualHost("r/b", "r/b.test", "1"));
    DeltaReply next = stream.acked();
    assertThat(next.names()).containsExactly("r/b");

    stream.nack(refused);

    assertThat(stream.acked().names()).containsExactly("r/a");
    stream.silent();
  }
}
