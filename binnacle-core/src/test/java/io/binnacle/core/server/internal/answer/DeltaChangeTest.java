package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a change costs and how it is told on delta. */
class DeltaChangeTest {

  /** Break: {@code step} sends {@code subscription.selected(target)}. */
  @Test
  @Rule("D-6")
  void onlyWhatChangedIsSentWithNameVersionAndAliases() {
    Resource b = Resource.builder("b", cluster("b")).alias("bee").build();
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), b, cluster("c"));
    stream.wildcard(CLUSTER);
    stream.acked();

    Resource b2 = Resource.builder("b", cluster("b", "2")).alias("bee").build();
    stream.put(b2, cluster("d")).remove(CLUSTER, "c");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("b", "d");
    assertThat(reply.removed()).containsExactly("c");
    assertThat(reply.resource("b").getVersion()).isEqualTo(b2.version()).isNotEqualTo(b.version());
    assertThat(reply.resource("b").getAliasesList()).containsExactly("bee");
    assertThat(reply.resource("b").getResource()).isEqualTo(b2.packed());
    stream.silent();
  }

  /** Break: {@code poll} does not compare the content of views that are not the same object. */
  @Test
  @Rule("D-6")
  void changeAndChangeBackBetweenTwoPollsIsNoChange() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"), cluster("b"));
    stream.wildcard(CLUSTER);
    stream.acked();
    stream.put(cluster("a", "2"), cluster("x")).put(cluster("a")).remove(CLUSTER, "x").silent();
  }

  /**
   * The work of a step is asked for once for all streams, and the encoded bytes are the same
   * object. Break: {@code step} encodes for each stream.
   */
  @Test
  @Rule({"D-6", "B-2"})
  void streamsThatMakeTheSameStepShareItsBytes() {
    Shared shared = new SharedOnce();
    View before = View.of(Snapshot.of(cluster("a"), cluster("b")));
    View after = View.of(Snapshot.of(cluster("a", "2"), cluster("b")));
    List<ResponseBody> bodies = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ServerSession session =
          new ServerSession(Variant.DELTA, null, DeltaStream.OPTIONS, shared, NodeMemory.NONE);
      session.onRequest(
          io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest.newBuilder()
              .setTypeUrl(CLUSTER.typeUrl())
              .build());
      session.onView(before);
      bodies.add(session.poll(0).body());
      session.onView(after);
      bodies.add(session.poll(0).body());
    }
    assertThat(bodies.get(0)).isSameAs(bodies.get(2));
    assertThat(bodies.get(1)).isSameAs(bodies.get(3));
  }

  /** Break: {@code step} announces removals with every later response. */
  @Test
  @Rule("D-7")
  void removalIsToldOnceToWildcardAndToNames() {
    for (String subscription : List.of("*", "a")) {
      DeltaStream stream =
          DeltaStream.ads().publish(assignment("a", 1), assignment("b", 1), assignment("c", 1));
      stream.subscribe(CLUSTER_LOAD_ASSIGNMENT, subscription, "b");
      stream.acked();

      stream.remove(CLUSTER_LOAD_ASSIGNMENT, "a");
      assertThat(stream.acked().removed()).containsExactly("a");
      stream.silent();

      stream.put(assignment("b", 2));
      assertThat(stream.acked().removed()).isEmpty();
    }
  }

  /** Break: {@code SelectedChanges} lets removals of other names through. */
  @Test
  @Rule("D-7")
  void removalOfWhatIsNotSubscribedIsNotTold() {
    DeltaStream stream = DeltaStream.ads().publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    stream.acked();
    stream.remove(ROUTE_CONFIGURATION, "b").silent();
  }

  /** Break: {@code sameContent} overlooks {@code onDemand}. */
  @Test
  @Rule({"D-7", "W-6"})
  void whatBecomesOnDemandIsRemovedFromWildcardsAndKeptByName() {
    Resource onDemand = Resource.builder("a", cluster("a")).onDemand(true).build();
    DeltaStream wildcard = DeltaStream.ads().publish(cluster("a"));
    wildcard.wildcard(CLUSTER);
    wildcard.acked();
    wildcard.put(onDemand);
    assertThat(wildcard.acked().removed()).containsExactly("a");
    wildcard.put(cluster("a"));
    assertThat(wildcard.acked().names()).containsExactly("a");

    DeltaStream named = DeltaStream.ads().publish(cluster("a"));
    named.subscribe(CLUSTER, "*", "a");
    named.acked();
    named.put(onDemand);
    assertThat(named.session().poll(named.now()))
        .satisfiesAnyOf(
            nothing -> assertThat(nothing).isNull(),
            again -> assertThat(again.removed()).isEmpty());
  }

  /** Break: {@code Resource.hashOf} leaves out one of the four. */
  @Test
  @Rule({"D-10", "S-14", "L-5"})
  void versionCoversNameContentTtlAndAliasesAndNothingElse() {
    Set<String> versions = new HashSet<>();
    versions.add(Resource.builder("a", cluster("a")).build().version());
    versions.add(Resource.builder("b", cluster("a")).build().version());
    versions.add(Resource.builder("a", cluster("a", "2")).build().version());
    versions.add(Resource.builder("a", cluster("a")).ttl(Duration.ofSeconds(1)).build().version());
    versions.add(Resource.builder("a", cluster("a")).alias("x").build().version());
    assertThat(versions).hasSize(5);

    Resource again = Resource.builder("a", cluster("a")).onDemand(true).build();
    assertThat(versions).contains(again.version());
  }

  /** Break: versions come from a counter. */
  @Test
  @Rule("D-10")
  void twoServersGiveTheSameVersions() {
    DeltaStream one = DeltaStream.ads().publish(cluster("a")).put(cluster("a", "2"), cluster("b"));
    DeltaStream other = DeltaStream.ads().publish(cluster("b"), cluster("a", "2"));
    one.wildcard(CLUSTER);
    other.wildcard(CLUSTER);
    assertThat(one.next().message()).isEqualTo(other.next().message());
  }

  /** Break: {@code Part.split} gives the whole. */
  @Test
  @Rule("D-11")
  void largeAnswerIsSplitIntoResponsesOfTheirOwn() {
    int budget = 1_000;
    DeltaStream stream =
        DeltaStream.ads(
            DeltaStream.PLAIN, DeltaStream.OPTIONS.withResponseSizeBudget(budget), NodeMemory.NONE);
    List<Object> clusters = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clusters.add(cluster("c" + i, "x".repeat(100)));
    }
    clusters.add(cluster("large", "x".repeat(2_000)));
    stream.publish(clusters.toArray());
    stream.request(CLUSTER).holds("gone-1", "1").holds("gone-2", "1").send();

    Set<String> nonces = new HashSet<>();
    List<String> names = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    while (names.size() < 21 || removed.size() < 2) {
      DeltaReply reply = stream.next();
      assertThat(nonces.add(reply.nonce())).isTrue();
      assertThat(reply.message().getSerializedSize() <= budget || reply.names().size() == 1)
          .as("fits, or cannot be split: " + reply.names())
          .isTrue();
      names.addAll(reply.names());
      removed.addAll(reply.removed());
      stream.ack(reply);
      if (names.size() == 21) {
        // O-10: removals wait for the first requests of listeners and routes, for 2 s
        stream.advance(Duration.ofSeconds(2));
      }
    }
    assertThat(names).doesNotHaveDuplicates().hasSize(21);
    assertThat(removed).containsExactlyInAnyOrder("gone-1", "gone-2");
    assertThat(nonces).hasSizeGreaterThan(4);
    stream.silent();
  }

  /** Break: {@code edited} leaves what is unsent as it is. */
  @Test
  @Rule({"D-11", "S-13"})
  void restOfASplitAnswerLeavesOutWhatWasUnsubscribedMeanwhile() {
    DeltaStream stream =
        DeltaStream.ads(
            DeltaStream.PLAIN, DeltaStream.OPTIONS.withResponseSizeBudget(1), NodeMemory.NONE);
    stream.publish(route("a", "1"), route("b", "1"), route("c", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a", "b", "c", "none");
    Set<String> rest = new HashSet<>(Set.of("a", "b", "c"));
    rest.removeAll(stream.acked().names());
    String dropped = rest.iterator().next();

    stream.unsubscribe(ROUTE_CONFIGURATION, dropped);

    rest.remove(dropped);
    assertThat(stream.acked().names()).containsExactly(rest.iterator().next());
    assertThat(stream.acked().removed()).containsExactly("none");
    stream.silent();
  }

  /** Break: {@code settleDelta} closes the earlier open responses, too. */
  @Test
  @Rule("D-12")
  void severalResponsesAreOpenAndEachIsAnsweredOnItsOwn() {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    stream.wildcard(CLUSTER);
    DeltaReply first = stream.next();
    stream.put(cluster("b"), cluster("c"));
    DeltaReply second = stream.next();
    stream.put(cluster("d"));
    DeltaReply third = stream.next();

    assertThat(stream.ack(third).answer()).isInstanceOf(Answer.Ack.class);
    Answer.Nack nack = (Answer.Nack) stream.nack(second).answer();
    assertThat(nack.suspects()).extracting(Resource::name).containsExactly("b", "c");
    assertThat(stream.ack(first).answer())
        .isEqualTo(new Answer.Ack(first.nonce(), first.message().getSystemVersionInfo()));
    assertThat(stream.ack(first).answer()).isInstanceOf(Answer.Stale.class);
  }

  /** Break: {@code asWritten} is not asked when a name is removed. */
  @Test
  @Rule({"X-1", "D-4", "D-7"})
  void removalsCarryTheNameAsTheClientWroteIt() {
    String written = "xdstp://x/envoy.config.cluster.v3.Cluster/a?b=2&a=1";
    Resource resource = Resource.builder(written, cluster("c")).build();
    assertThat(resource.name()).isNotEqualTo(written);
    for (List<String> names : List.of(List.of(written), List.of("*", written))) {
      DeltaStream stream = DeltaStream.ads();
      stream.subscribe(CLUSTER, names.toArray(String[]::new));
      assertThat(stream.acked().removed()).containsExactly(written);
      stream.put(resource);
      stream.acked();
      stream.remove(CLUSTER, resource.name());
      DeltaReply removal = stream.next();
      assertThat(removal.removed()).containsExactly(written);
      stream.nack(removal);
      stream.put(cluster("other"));
      stream.subscribe(CLUSTER, "other");
      assertThat(stream.acked().removed()).as("owed after the NACK").containsExactly(written);
    }
  }

  /** Does everything once. */
  private static final class SharedOnce implements Shared {
    private final Map<Object, Object> results = new HashMap<>();
    private final Shared strict = new NotShared();

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> work) {
      return (T) results.computeIfAbsent(key, k -> strict.once(key, work));
    }
  }
}
