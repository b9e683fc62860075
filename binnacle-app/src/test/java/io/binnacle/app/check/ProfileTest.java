package io.binnacle.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.check.CheckReport.Result;
import io.binnacle.app.check.CheckReport.Verdict;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.client.config.GrpcSource;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The profile against a server that keeps every rule, and against ones that break one. */
class ProfileTest {

  private static final Node NODE = Node.newBuilder().setId("binnacle-check").build();

  private static CheckRun run(ScriptedServer server, Timing timing) {
    return new CheckRun(
        GrpcSource.plaintext(server.address()), NODE, timing, server, progress -> {});
  }

  @Test
  void aServerThatKeepsEveryRuleIsFoundToKeepThem() throws IOException {
    Timing timing = new Timing(Duration.ofSeconds(20), Duration.ofMillis(30));
    try (CheckRun run = run(new ScriptedServer(), timing)) {
      CheckReport report = run.run(List.of(StreamVariant.values()), rule -> true, true);

      assertThat(report.results())
          .filteredOn(result -> result.verdict() != Verdict.HOLDS)
          .isEmpty();
    }
  }

  /** A check that cannot fail is worthless, so each fault must be seen by its case. */
  @ParameterizedTest
  @EnumSource(Fault.class)
  void everyFaultIsSeenByItsCaseInEachVariant(Fault fault) {
    for (StreamVariant variant : StreamVariant.values()) {
      if (where(fault).isIn(variant.isDelta(), variant.isAggregated())) {
        assertThat(verdict(fault, variant)).as(fault + " on " + variant).isEqualTo(Verdict.BROKEN);
      }
    }
  }

  private static Case where(Fault fault) {
    return Profile.all().stream()
        .filter(each -> each.title().equals(fault.title()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no case is called '" + fault.title() + "'"));
  }

  /**
   * On a busy machine a wrong answer may come later than silence is listened to: then with more
   * patience. What is right never counts as broken for that.
   */
  private static Verdict verdict(Fault fault, StreamVariant variant) {
    Verdict last = Verdict.NOT_SHOWN;
    for (int quiet = 40; quiet <= 2_560 && last != Verdict.BROKEN; quiet *= 8) {
      Timing timing = new Timing(Duration.ofMillis(3L * quiet), Duration.ofMillis(quiet));
      try (CheckRun run = run(new ScriptedServer(fault), timing)) {
        last = run.runOne(where(fault), variant).verdict();
      } catch (IOException e) {
        last = Verdict.NOT_SHOWN; // its content was not seen in time
      }
    }
    return last;
  }

  @Test
  void everyCaseHasAFaultThatItMustSee() {
    Set<String> faults =
        Arrays.stream(Fault.values()).map(Fault::title).collect(Collectors.toSet());

    assertThat(Profile.all())
        .extracting(Case::title)
        .allSatisfy(t -> assertThat(faults).contains(t));
  }

  @Test
  void withoutASinkTheCasesThatNeedChangesAreNotShown() throws IOException {
    Timing timing = new Timing(Duration.ofSeconds(20), Duration.ofMillis(30));
    try (ScriptedServer server = new ScriptedServer();
        CheckRun run =
            new CheckRun(
                GrpcSource.plaintext(server.address()), NODE, timing, null, progress -> {})) {
      server.publish(Content.base(1));
      CheckReport report =
          run.run(List.of(StreamVariant.ADS_DELTA), rule -> rule.startsWith("D-"), false);

      assertThat(report.results())
          .filteredOn(result -> result.verdict() == Verdict.NOT_SHOWN)
          .extracting(Result::rule)
          .containsExactly("D-6", "D-7");
      assertThat(report.table()).contains("not shown: the content must change");
    }
  }
}
