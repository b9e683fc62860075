package io.binnacle.server.internal.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.internal.stream.NameLookups;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Polls for names that nobody published, with lookups that end when the test says so. */
class PollLookupTest {

  private static final ResourceType EDS = ResourceType.CLUSTER_LOAD_ASSIGNMENT;
  private static final ResourceType CDS = ResourceType.CLUSTER;
  private static final long AT_ONCE = 0;

  private record Asked(
      NameLookups.NameWaiter waiter, String node, String group, Set<String> names) {}

  private final List<Asked> asked = new ArrayList<>();
  private final List<NameLookups.NameWaiter> left = new ArrayList<>();
  private final Catalog catalog =
      new Catalog(
          node -> NodeAssignment.group(node.getCluster().isEmpty() ? "edge" : node.getCluster()));
  private final ManualLoop loop = new ManualLoop();
  private final StreamHub streams =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(new SeenStreams()));
  private final PollHub hub =
      new PollHub(streams, Duration.ofSeconds(30), Runnable::run, loop::now);

  PollLookupTest() {
    catalog.publish("edge", Snapshot.EMPTY);
    streams.lookUpBy(
        new NameLookups() {
          @Override
          public boolean handles(ResourceType type) {
            return true;
          }

          @Override
          public void ask(
              NameWaiter waiter,
              String nodeId,
              String group,
              ResourceType type,
              Collection<String> names) {
            asked.add(new Asked(waiter, nodeId, group, new TreeSet<>(names)));
          }

          @Override
          public void forget(NameWaiter waiter, ResourceType type, Collection<String> names) {}

          @Override
          public void leave(NameWaiter waiter) {
            left.add(waiter);
          }
        });
  }

  private RecordingPollIo poll(
      Variant variant, ResourceType type, String version, long patience, String... of) {
    return poll(variant, type, "", version, patience, of);
  }

  private RecordingPollIo poll(
      Variant variant,
      ResourceType type,
      String group,
      String version,
      long patience,
      String... names) {
    DiscoveryRequest request =
        DiscoveryRequest.newBuilder()
            .setNode(Node.newBuilder().setId("n").setCluster(group))
            .setVersionInfo(version)
            .addAllResourceNames(List.of(names))
            .build();
    RecordingPollIo io = new RecordingPollIo();
    hub.open(loop, io, new PollHub.Request(variant, type, request, "host", true, 0), patience);
    loop.runAll();
    return io;
  }

  private RecordingPollIo rest(ResourceType type, String version, String... names) {
    return poll(Variant.REST, type, version, Long.MAX_VALUE, names);
  }

  private void found(ResourceType type, Resource resource) {
    Map<String, @Nullable Resource> edit = new HashMap<>();
    edit.put(resource.name(), resource.asOnDemand(List.of()));
    CatalogViews.of(catalog).found("edge", Map.of(type, edit));
  }

  private void settle(ResourceType type, boolean known, String... names) {
    asked.get(asked.size() - 1).waiter().settled(type, SettledNames.of(List.of(names), known));
    loop.runAll();
  }

  private static Resource assignment(String name) {
    return Resource.of(ClusterLoadAssignment.newBuilder().setClusterName(name).build());
  }

  private static Resource cluster(String name) {
    return Resource.of(Cluster.newBuilder().setName(name).build());
  }

  @ParameterizedTest
  @EnumSource(names = {"REST", "FETCH"})
  @Rule({"P-2", "P-6"})
  void aNameThatOnlyAResolverKnowsIsAnsweredWhenItIsFound(Variant variant) {
    RecordingPollIo poll =
        poll(variant, EDS, "", variant == Variant.FETCH ? AT_ONCE : Long.MAX_VALUE, "rare");
    assertThat(asked).extracting(Asked::names).containsExactly(Set.of("rare"));
    assertThat(asked.get(0).node()).isEqualTo("n");
    assertThat(poll.isHeld()).isTrue();

    found(EDS, assignment("rare"));
    loop.runAll();
    assertThat(poll.isHeld()).as("the lookups have not ended").isTrue();
    settle(EDS, true, "rare");

    assertThat(poll.names()).containsExactly("rare");
  }

  @Test
  @Rule("P-6")
  void aFetchOfWhatDoesNotExistIsAnsweredWhenThatIsKnown() {
    RecordingPollIo fetch = poll(Variant.FETCH, EDS, "", AT_ONCE, "none");
    assertThat(fetch.isHeld()).isTrue();

    settle(EDS, true, "none");

    assertThat(fetch.names()).isEmpty();
  }

  @Test
  @Rule({"P-2", "S-12"})
  void aPollOfWhatDoesNotExistIsHeldAndAnsweredWhenItAppears() {
    RecordingPollIo poll = rest(EDS, "", "rare");
    settle(EDS, true, "rare");
    assertThat(poll.isHeld()).isTrue();

    found(EDS, assignment("rare"));
    loop.runAll();

    assertThat(poll.names()).containsExactly("rare");
  }

  @Test
  @Rule("P-2")
  void aPollOfAFullStateTypeWaitsForAllItsNamesSinceWhatIsMissingIsGone() {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("there").build()));
    RecordingPollIo poll = rest(CDS, "", "there", "rare");
    assertThat(asked).extracting(Asked::names).containsExactly(Set.of("rare"));
    assertThat(poll.isHeld()).isTrue();

    settle(CDS, true, "rare");

    assertThat(poll.names()).containsExactly("there");
  }

  @Test
  @Rule({"P-2", "B-6"})
  void whileALookupFailsNothingIsTakenFromAClientThatMayHoldIt() {
    found(CDS, cluster("rare"));
    RecordingPollIo first = rest(CDS, "", "rare");
    String version = first.answer.version();
    loop.advance(Duration.ofMinutes(5));
    hub.streams();
    catalog.remove("edge");
    catalog.publish("edge", Snapshot.EMPTY);

    RecordingPollIo again = rest(CDS, version, "rare");
    settle(CDS, false, "rare");
    assertThat(again.isHeld()).isTrue();
    RecordingPollIo fresh = rest(CDS, "", "rare");
    assertThat(fresh.names()).as("who holds nothing is not kept waiting").isEmpty();

    settle(CDS, true, "rare");
    assertThat(again.names()).isEmpty();
  }

  @Test
  @Rule("RTDS-1")
  void aRuntimeLayerThatIsLookedUpIsNotTakenForAnEmptyOne() {
    RecordingPollIo poll = rest(ResourceType.RUNTIME, "", "layer");
    assertThat(poll.isHeld()).isTrue();

    found(ResourceType.RUNTIME, Resource.of(Runtime.newBuilder().setName("layer").build()));
    settle(ResourceType.RUNTIME, true, "layer");

    assertThat(poll.names()).containsExactly("layer");
  }

  @Test
  @Rule("P-2")
  void aPollWhoseTimeIsUpBeforeTheLookupEndsIsToldThatNothingChanged() {
    RecordingPollIo poll = poll(Variant.REST, EDS, "", Duration.ofSeconds(2).toNanos(), "slow");

    loop.advance(Duration.ofSeconds(3));

    assertThat(poll.unchanged).isTrue();
    settle(EDS, true, "slow");
  }

  @Test
  void aClientThatPollsAgainAndAgainAsksOnceAndLeavesWhenItPollsNoMore() {
    for (int i = 0; i < 5; i++) {
      RecordingPollIo poll = poll(Variant.REST, EDS, "", Duration.ofSeconds(2).toNanos(), "rare");
      loop.advance(Duration.ofSeconds(3));
      assertThat(poll.unchanged).isTrue();
    }
    assertThat(asked).hasSize(1);
    assertThat(left).isEmpty();

    loop.advance(Duration.ofMinutes(5));
    hub.streams();

    assertThat(left).containsExactly(asked.get(0).waiter());
  }

  @Test
  void aNodeThatComesIntoAnotherGroupIsLookedUpThere() {
    catalog.publish("other", Snapshot.EMPTY);
    rest(EDS, "", "rare");

    RecordingPollIo poll = poll(Variant.REST, EDS, "other", "", Long.MAX_VALUE, "rare");

    assertThat(asked).extracting(Asked::group).containsExactly("edge", "other");
    assertThat(left).containsExactly(asked.get(0).waiter());
    asked.get(0).waiter().settled(EDS, SettledNames.of(List.of("rare"), true));
    loop.runAll();
    assertThat(poll.isHeld()).isTrue();
  }

  @Test
  @Rule("X-3")
  void wildcardsGlobsAndMalformedNamesAreNotLookedUp() {
    rest(EDS, "", "*", "", "xdstp://x/t/*", "xdstp://%zz/t/a", "rare");

    assertThat(asked).extracting(Asked::names).containsExactly(Set.of("rare"));
  }

  @Test
  @Rule("SDS-1")
  void secretsThatOthersCouldReadAreNotLookedUp() {
    DiscoveryRequest request = DiscoveryRequest.newBuilder().addResourceNames("key").build();
    hub.open(
        loop,
        new RecordingPollIo(),
        new PollHub.Request(Variant.REST, ResourceType.SECRET, request, "host", false, 0),
        Long.MAX_VALUE);

    assertThat(asked).isEmpty();
  }

  @Test
  @Rule({"X-1", "X-2", "X-3"})
  void namesOfPollsAreComparedInTheirCanonicalForm() {
    String name = "xdstp://x/envoy.config.endpoint.v3.ClusterLoadAssignment/a?b=c&d=e";
    catalog.publish("edge", Snapshot.builder().add(assignment(name)).build());

    for (Variant variant : List.of(Variant.REST, Variant.FETCH)) {
      RecordingPollIo poll =
          poll(variant, EDS, "", AT_ONCE, name.replace("b=c&d=e", "d=%65&b=c"), "xdstp://%zz/t/a");
      assertThat(poll.names()).containsExactly(name);
    }
    assertThat(asked).isEmpty();
  }
}
