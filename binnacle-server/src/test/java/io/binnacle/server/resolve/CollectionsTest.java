package io.binnacle.server.resolve;

import static io.binnacle.server.resolve.Lab.CDS;
import static io.binnacle.server.resolve.Lab.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import io.grpc.Status;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Glob collections that a client asks for and a resolver answers. */
@Rule({"X-4", "X-2"})
class CollectionsTest {

  private static final String PATH = "xdstp://lab/envoy.config.cluster.v3.Cluster/edge/";
  private static final String GLOB = PATH + "*";
  private static final String ONE = PATH + "one";
  private static final String TWO = PATH + "two";

  private static final ResolverOptions OPTIONS =
      ResolverOptions.DEFAULTS
          .withTimesToLive(Duration.ofSeconds(60), Duration.ofSeconds(10))
          .withNames(4, 64);

  private final Lab lab = new Lab(OPTIONS, ResourceResolver::withCollections);

  CollectionsTest() {
    lab.catalog.publish("edge", Snapshot.of(cluster("a", "1")));
  }

  private static Resolution members(String... names) {
    return Resolution.members(
        Stream.of(names).map(name -> Resource.of(cluster(name, "1"))).toList());
  }

  private boolean isThere(String name) {
    return lab.catalog.views("edge").values().iterator().next().type(CDS).get(name) != null;
  }

  @Test
  void membersGoToThoseWhoAskedForTheCollectionAndToNobodyElse() {
    Lab.Client client = lab.delta("n1").subscribe(CDS, GLOB);
    Lab.Client wildcard = lab.delta("n2").subscribe(CDS, "*");
    assertThat(wildcard.got()).containsExactly("a");
    assertThat(client.got()).isEmpty();

    lab.complete(GLOB, members(ONE, TWO));

    assertThat(client.got()).containsExactlyInAnyOrder(ONE, TWO);
    assertThat(wildcard.got()).isEmpty();
    assertThat(lab.outcomes()).containsExactly(Outcome.FOUND);
    Lab.Client later = lab.delta("n3").subscribe(CDS, GLOB);
    assertThat(later.got()).containsExactlyInAnyOrder(ONE, TWO);
    assertThat(lab.asked).hasSize(1);
  }

  @Test
  @Rule("D-4")
  void collectionWithoutMembersIsAnsweredSoAndGetsThoseThatCome() {
    Lab.Client client = lab.delta("n").subscribe(CDS, GLOB);
    lab.complete(GLOB, members());
    assertThat(client.got()).containsExactly("-" + GLOB);

    lab.advance(Duration.ofSeconds(12));
    lab.complete(GLOB, members(ONE));
    assertThat(client.got()).containsExactly(ONE);
  }

  @Test
  @Rule("B-6")
  void memberAppearsAndVanishesWhenTheCollectionIsInvalidatedAndAFailureTakesNothing() {
    Lab.Client client = lab.delta("n").subscribe(CDS, GLOB);
    lab.complete(GLOB, members(ONE));
    client.got();

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(ONE, TWO));
    assertThat(client.got()).containsExactly(TWO);

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, Resolution.failed(Status.Code.UNAVAILABLE, "away"));
    assertThat(client.got()).isEmpty();

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(TWO));
    assertThat(client.got()).containsExactly("-" + ONE);
  }

  @Test
  @Rule({"S-8", "S-9"})
  void sotwClientWaitsForTheMembersAndLosesThoseThatAreGone() {
    Lab.Client client = lab.sotw("n").ask(CDS, GLOB);
    assertThat(client.got()).isEmpty();
    lab.complete(GLOB, members(ONE, TWO));
    assertThat(client.got()).containsExactlyInAnyOrder(ONE, TWO);

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(TWO));
    assertThat(client.got()).containsExactly(TWO);
  }

  @Test
  @Rule("B-6")
  void singleNameIsALookupOfItsOwnAndStaysWhenTheCollectionGoes() {
    Lab.Client all = lab.delta("n1").subscribe(CDS, GLOB);
    lab.complete(GLOB, members(ONE, TWO));
    Lab.Client single = lab.delta("n2").subscribe(CDS, ONE);
    assertThat(single.got()).as("the view has it").containsExactly(ONE);
    lab.complete(ONE, Resolution.found(cluster(ONE, "1")));

    all.unsubscribe(CDS, GLOB);
    lab.advance(Duration.ofSeconds(62));

    assertThat(isThere(TWO)).isFalse();
    assertThat(isThere(ONE)).isTrue();
    assertThat(single.got()).isEmpty();
  }

  @Test
  @Rule("B-6")
  void nameThatOthersHadFoundStaysForWhoStillNamesIt() {
    Lab.Client first = lab.delta("n1").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    Lab.Client second = lab.delta("n2").subscribe(CDS, "rare");
    assertThat(second.got()).containsExactly("rare");

    first.unsubscribe(CDS, "rare");
    lab.advance(Duration.ofSeconds(62));

    assertThat(isThere("rare")).isTrue();
    assertThat(second.got()).isEmpty();
  }

  @Test
  void membersCountAsNamesAndACollectionThatIsTooLargeIsRefusedAndKeepsWhatItHad() {
    Lab.Client client = lab.delta("n").subscribe(CDS, GLOB);
    lab.complete(GLOB, members(ONE));
    client.got();

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(PATH + 1, PATH + 2, PATH + 3, PATH + 4, PATH + 5));

    assertThat(lab.outcomes()).containsExactly(Outcome.FOUND, Outcome.REFUSED);
    assertThat(client.got()).isEmpty();
    assertThat(isThere(ONE)).isTrue();

    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(PATH + 1, PATH + 2, PATH + 3, PATH + 4));
    client.got();
    client.subscribe(CDS, "rare");
    assertThat(client.got()).containsExactly("-rare");
    assertThat(lab.outcomes()).endsWith(Outcome.REFUSED);
  }

  @Test
  void groupThatComesAnewShowsTheMembersToWhoAsks() {
    lab.delta("n1").subscribe(CDS, GLOB);
    lab.complete(GLOB, members(ONE));
    lab.catalog.remove("edge");
    lab.run();
    lab.catalog.publish("edge", Snapshot.EMPTY);
    lab.run();

    Lab.Client client = lab.delta("n2").subscribe(CDS, GLOB);

    assertThat(client.got()).contains(ONE);
  }

  @Test
  void whatIsNoMemberOrNoCollectionIsAFailure() {
    lab.delta("n").subscribe(CDS, GLOB, "rare");
    lab.complete("rare", members(ONE));
    lab.complete(GLOB, members(PATH + "deeper/one"));
    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, Resolution.found(cluster(ONE, "1")));
    lab.resolvers.invalidate("edge", CDS, GLOB);
    lab.run();
    lab.complete(GLOB, members(ONE, ONE));

    assertThat(lab.outcomes()).hasSize(4).containsOnly(Outcome.FAILED);
    assertThat(isThere(ONE)).isFalse();
    assertThat(lab.events.get(1).message()).contains("does not lie directly under");
  }

  @Test
  @Rule("X-3")
  void malformedCollectionIsNotLookedUp() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "xdstp://%zz/t/*");

    assertThat(client.got()).containsExactly("-xdstp://%zz/t/*");
    assertThat(lab.asked).isEmpty();
  }

  @Test
  void collectionOfAResolverThatListsNoneIsWhatIsPublished() {
    Lab plain = new Lab(OPTIONS);
    plain.catalog.publish("edge", Snapshot.of(cluster(ONE, "1")));

    assertThat(plain.delta("n").subscribe(CDS, GLOB).got()).containsExactly(ONE);
    assertThat(plain.asked).isEmpty();
  }
}
