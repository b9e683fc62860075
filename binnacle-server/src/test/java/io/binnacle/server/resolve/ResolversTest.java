package io.binnacle.server.resolve;

import static io.binnacle.server.resolve.Lab.CDS;
import static io.binnacle.server.resolve.Lab.VHDS;
import static io.binnacle.server.resolve.Lab.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Edits;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Names that a client asks for and a resolver answers. */
class ResolversTest {

  private static final ResolverOptions OPTIONS =
      ResolverOptions.DEFAULTS.withTimesToLive(Duration.ofSeconds(60), Duration.ofSeconds(10));

  private final Lab lab = new Lab(OPTIONS);

  ResolversTest() {
    lab.catalog.publish("edge", Snapshot.of(cluster("a", "1")));
  }

  @Test
  @Rule({"ODCDS-1", "D-4"})
  void whatIsFoundGoesToThoseWhoAskedAndToNobodyElse() {
    Lab.Client first = lab.delta("n1").subscribe(CDS, "*", "rare");
    Lab.Client wildcard = lab.delta("n2").subscribe(CDS, "*");
    assertThat(first.got()).as("what is known does not wait").containsExactly("a");
    wildcard.got();

    lab.complete("rare", Resolution.found(cluster("rare", "1")));

    assertThat(first.got()).containsExactly("rare");
    assertThat(wildcard.got()).isEmpty();
    assertThat(lab.outcomes()).containsExactly(Outcome.FOUND);
  }

  @Test
  @Rule({"ODCDS-1", "D-4"})
  void whatIsAbsentIsAnsweredSoWhenThatIsKnown() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "none");
    assertThat(client.got()).isEmpty();

    lab.complete("none", Resolution.absent());

    assertThat(client.got()).containsExactly("-none");
  }

  @Test
  @Rule("VHDS-1")
  void virtualHostIsFoundByItsHostWhichBecomesAnAlias() {
    Lab.Client client = lab.delta("n").subscribe(VHDS, "*", "r/rare.test", "r/none.test");
    lab.complete(
        "r/rare.test",
        Resolution.found(VirtualHost.newBuilder().setName("r/rare").addDomains("x").build()));

    assertThat(client.io.last().resources().get(0).aliases()).containsExactly("r/rare.test");
    assertThat(client.got()).contains("r/rare");
    lab.complete("r/none.test", Resolution.absent());
    assertThat(client.got()).containsExactly("?r/none.test");
  }

  @Test
  void equalNamesAreLookedUpOnceAndResultsAreKept() {
    Lab.Client first = lab.delta("n1").subscribe(CDS, "rare", "none");
    Lab.Client second = lab.delta("n2").subscribe(CDS, "rare", "none");
    assertThat(lab.asked).hasSize(2);

    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    lab.complete("none", Resolution.absent());
    Lab.Client third = lab.delta("n3").subscribe(CDS, "rare", "none");

    assertThat(lab.asked).hasSize(2);
    assertThat(first.got()).containsExactly("rare", "-none");
    assertThat(second.got()).containsExactly("rare", "-none");
    assertThat(third.got()).containsExactlyInAnyOrder("rare", "-none");
  }

  @Test
  @Rule("D-16")
  void publishedVariantsGoBeforeWhatWasFoundUnderTheirName() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "found")));
    assertThat(client.got()).containsExactly("rare");

    Resource variant =
        Resource.of(cluster("rare", "others"))
            .withConstraints(ParameterConstraints.not(ParameterConstraints.exists("env")));
    lab.catalog.publish("edge", Snapshot.builder().add(variant).build());
    lab.run();
    assertThat(view(CDS, "rare")).isSameAs(variant);

    lab.catalog.publish("edge", Snapshot.of(cluster("a", "1")));
    lab.run();
    assertThat(view(CDS, "rare")).extracting(Resource::onDemand).isEqualTo(true);
  }

  @Test
  @Rule("D-16")
  void resolverGivesNoVariants() {
    lab.delta("n").subscribe(CDS, "rare");
    lab.complete(
        "rare",
        Resolution.found(
            Resource.of(cluster("rare", "1")).withConstraints(ParameterConstraints.exists("env"))));
    assertThat(lab.outcomes()).containsExactly(Outcome.FAILED);
    assertThat(lab.events.get(0).message()).contains("gave a variant");
  }

  @Test
  void groupsAreLookedUpOnTheirOwn() {
    lab.catalog.publish("other", Snapshot.EMPTY);
    Lab.Client edge = lab.delta("n1").subscribe(CDS, "rare");
    Lab.Client other = lab.delta("n2", "other").subscribe(CDS, "rare");
    assertThat(lab.asked).extracting(Lookup::group).containsExactly("edge", "other");

    lab.future("rare").complete(Resolution.absent());
    lab.run();

    assertThat(other.got()).containsExactly("-rare");
    assertThat(edge.got()).isEmpty();
  }

  @Test
  @Rule({"D-8", "ODCDS-1"})
  void whatAppearsLaterIsPushedAndWhatGoesAwayIsRemoved() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.absent());
    client.got();

    lab.advance(Duration.ofSeconds(12));
    assertThat(lab.asked).as("absence is old").hasSize(2);
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    assertThat(client.got()).containsExactly("rare");

    lab.advance(Duration.ofSeconds(62));
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    assertThat(client.got()).as("the same is not sent again").isEmpty();

    lab.advance(Duration.ofSeconds(62));
    lab.complete("rare", Resolution.absent());
    assertThat(client.got()).containsExactly("-rare");
  }

  @Test
  void nameThatNobodyAsksForAnyMoreIsForgotten() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    client.unsubscribe(CDS, "rare");
    assertThat(view(CDS, "rare")).as("kept for who comes").isNotNull();

    lab.advance(Duration.ofSeconds(62));

    assertThat(lab.asked).hasSize(1);
    assertThat(view(CDS, "rare")).isNull();
  }

  @Test
  void applicationThatHearsOfAChangeHasTheNameLookedUpAtOnce() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.absent());
    client.got();

    lab.resolvers.invalidate("edge", CDS, "rare");
    lab.resolvers.invalidate("edge", CDS, "rare");
    lab.run();
    lab.complete("rare", Resolution.found(cluster("rare", "1")));

    assertThat(client.got()).containsExactly("rare");
    assertThat(lab.asked).as("the second came while the first ran").hasSize(3);
  }

  @Test
  @Rule("B-6")
  void failureIsToldAndAnswersAsAbsentWhoAskedNewlyAndLeavesWhatWasFound() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare", "bad");
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    lab.future("bad").completeExceptionally(new IllegalStateException("database away"));
    lab.run();
    assertThat(client.got()).containsExactly("rare", "-bad");
    assertThat(lab.events.get(1).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(lab.events.get(1).message()).contains("database away");

    lab.advance(Duration.ofSeconds(62));
    lab.complete("rare", Resolution.failed(Status.Code.UNAVAILABLE, "still away"));

    assertThat(client.got()).isEmpty();
    assertThat(view(CDS, "rare")).isNotNull();
  }

  @Test
  @Rule({"B-6", "D-5"})
  void clientThatComesBackAfterARestartKeepsWhatItHoldsWhileLookupsFail() {
    Lab.Client client = lab.delta("n");
    client.send(
        client
            .request(CDS)
            .addResourceNamesSubscribe("rare")
            .putInitialResourceVersions("rare", "v"));
    lab.complete("rare", Resolution.failed(Status.Code.UNAVAILABLE, "away"));
    lab.advance(Duration.ofSeconds(5));
    assertThat(client.got()).isEmpty();

    lab.advance(Duration.ofSeconds(12));
    lab.complete("rare", Resolution.absent());

    assertThat(client.got()).containsExactly("-rare");
  }

  @Test
  void clientsAreAnsweredWhenALookupTakesTooLongAndALateResultIsPushed() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "slow");
    lab.advance(Duration.ofSeconds(4));
    assertThat(client.got()).containsExactly("-slow");
    assertThat(lab.outcomes()).containsExactly(Outcome.TIMED_OUT);

    lab.complete("slow", Resolution.found(cluster("slow", "1")));

    assertThat(client.got()).containsExactly("slow");
  }

  @Test
  void resolverThatGivesSomethingElseOrNothingOrThrowsHasFailed() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "x", "y");
    lab.complete("x", Resolution.found(VirtualHost.newBuilder().setName("x").build()));
    lab.future("y").complete(null);
    lab.run();

    assertThat(client.got()).containsExactlyInAnyOrder("-x", "-y");
    assertThat(lab.outcomes()).containsExactly(Outcome.FAILED, Outcome.FAILED);
    assertThat(lab.events).extracting(LookupEvent::message).allMatch(m -> m.contains("gave"));
  }

  @Test
  @Rule({"S-9", "S-11", "S-12"})
  void fullStateInSotwIsAnsweredWhenTheLookupHasEnded() {
    Lab.Client client = lab.sotw("n").ask(CDS, "a", "rare");
    assertThat(client.got()).isEmpty();

    lab.complete("rare", Resolution.found(cluster("rare", "1")));

    assertThat(client.got()).containsExactlyInAnyOrder("a", "rare");
  }

  @Test
  void publishKeepsWhatWasFoundAndGoesBeforeIt() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "found")));
    client.got();

    lab.catalog.publish("edge", Snapshot.of(cluster("b", "1")));
    lab.run();
    assertThat(client.got()).isEmpty();

    lab.catalog.update("edge", new Edits().put(cluster("rare", "published")));
    lab.run();
    assertThat(client.got()).containsExactly("rare");
    assertThat(view(CDS, "rare").onDemand()).isFalse();

    lab.catalog.update("edge", new Edits().remove(CDS, "rare"));
    lab.run();
    assertThat(client.got()).containsExactly("rare");
    assertThat(view(CDS, "rare").onDemand()).isTrue();
    assertThat(lab.catalog.views("edge").values().iterator().next().type(CDS).size()).isEqualTo(2);
  }

  @Test
  @Rule("N-3")
  void nodeThatMovesHasItsNamesLookedUpInItsNewGroup() {
    lab.catalog.publish("other", Snapshot.of(cluster("here", "1")));
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare", "here");
    lab.complete("rare", Resolution.found(cluster("rare", "edge")));
    assertThat(client.got()).containsExactly("rare");

    lab.catalog.assigner(node -> io.binnacle.server.catalog.NodeAssignment.group("other"));
    lab.run();
    assertThat(client.got())
        .as("here is awaited no more")
        .containsExactlyInAnyOrder("here", "-rare");
    lab.complete("rare", Resolution.found(cluster("rare", "other")));

    assertThat(client.got()).containsExactly("rare");
    assertThat(lab.asked).extracting(Lookup::group).contains("other");
  }

  @Test
  void closedResolversAnswerWhoWaits() {
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.resolvers.close();
    lab.run();
    assertThat(client.got()).containsExactly("-rare");
    client.subscribe(CDS, "other");
    assertThat(client.got()).containsExactly("-other");
  }

  private Resource view(ResourceType type, String name) {
    return lab.catalog.views("edge").values().iterator().next().type(type).get(name);
  }
}
