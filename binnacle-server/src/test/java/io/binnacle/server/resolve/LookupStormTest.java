package io.binnacle.server.resolve;

import static io.binnacle.server.resolve.Lab.CDS;
import static io.binnacle.server.resolve.Lab.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.LookupEvent.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that ask for very many names harm neither the resolver nor each other. */
@Rule("VHDS-1")
class LookupStormTest {

  private static String[] names(String prefix, int count) {
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = prefix + i;
    }
    return names;
  }

  private static Lab lab(ResolverOptions options) {
    Lab lab = new Lab(options);
    lab.catalog.publish("edge", Snapshot.EMPTY);
    return lab;
  }

  @Test
  void onlySoManyLookupsRunAtATimeAndTheOthersFollow() {
    Lab lab = lab(ResolverOptions.DEFAULTS.withNames(100, 2));
    lab.delta("n").subscribe(CDS, names("x", 5));
    assertThat(lab.asked).hasSize(2);

    lab.complete(lab.asked.get(0).name(), Resolution.absent());
    assertThat(lab.asked).hasSize(3);
    lab.complete(lab.asked.get(1).name(), Resolution.absent());
    assertThat(lab.asked).hasSize(4);
  }

  @Test
  void resolverThatNeverAnswersHoldsNoPlace() {
    Lab lab = lab(ResolverOptions.DEFAULTS.withNames(100, 2));
    Lab.Client client = lab.delta("n").subscribe(CDS, names("x", 4));

    lab.advance(Duration.ofSeconds(4));
    assertThat(client.got()).hasSize(4);
    assertThat(lab.asked).hasSize(4);
  }

  @Test
  void nodeThatAsksForTooMuchIsPutOffAndOthersAreNot() {
    Lab lab = lab(ResolverOptions.DEFAULTS.withRate(1, 3));
    Lab.Client storm = lab.delta("storm").subscribe(CDS, names("x", 10));
    Lab.Client quiet = lab.delta("quiet").subscribe(CDS, "rare");
    assertThat(lab.asked).hasSize(4);
    assertThat(storm.got()).as("answered at once").hasSize(7);
    assertThat(lab.outcomes()).containsOnly(Outcome.THROTTLED).hasSize(7);

    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    assertThat(quiet.got()).containsExactly("rare");

    for (Lookup lookup : List.copyOf(lab.asked)) {
      if (lookup.name().startsWith("x")) {
        lab.complete(lookup.name(), Resolution.absent());
      }
    }
    lab.advance(Duration.ofSeconds(32));
    assertThat(lab.asked).as("its share of one a second, three at once").hasSize(7);
  }

  @Test
  void namesOfAGroupAreBoundedAndThoseThatWereNotFoundGoFirst() {
    Lab lab = lab(ResolverOptions.DEFAULTS.withNames(3, 64));
    Lab.Client client = lab.delta("n").subscribe(CDS, "found");
    lab.complete("found", Resolution.found(cluster("found", "1")));
    for (String name : names("x", 50)) {
      client.subscribe(CDS, name);
      lab.complete(name, Resolution.absent());
    }
    client.got();

    lab.delta("m").subscribe(CDS, "found");
    assertThat(lab.asked).as("still known").hasSize(51);
    lab.advance(Duration.ofSeconds(32));
    assertThat(lab.asked).as("two others are remembered").hasSize(53);
  }

  @Test
  void nameThatFindsNoPlaceIsAnsweredAsAbsentAndToldOf() {
    Lab lab = lab(ResolverOptions.DEFAULTS.withNames(1, 64));
    Lab.Client client = lab.delta("n").subscribe(CDS, "found");
    lab.complete("found", Resolution.found(cluster("found", "1")));
    client.got();

    client.subscribe(CDS, "more");

    assertThat(client.got()).containsExactly("-more");
    assertThat(lab.outcomes()).containsExactly(Outcome.FOUND, Outcome.REFUSED);
  }

  @Test
  void resultsThatComeTogetherAreOnePublish() {
    Lab lab = lab(ResolverOptions.DEFAULTS);
    Lab.Client client = lab.delta("n").subscribe(CDS, names("x", 50));

    for (Lookup lookup : List.copyOf(lab.asked)) {
      lab.future(lookup.name()).complete(Resolution.found(cluster(lookup.name(), "1")));
    }
    lab.run();

    assertThat(client.io.sent).hasSize(1);
    assertThat(client.got()).hasSize(50);
  }
}
