package io.binnacle.app.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.verdicts.Verdict.Kind;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code tools/verdicts} in short form. */
class VerdictsTest {

  private static final Path CORPUS =
      Path.of(
          System.getProperty("binnacle.root"),
          "binnacle-app",
          "src",
          "test",
          "resources",
          "corpus");

  @TempDir private Path temp;

  static Stream<Arguments> faults() throws IOException {
    return Faults.rules(CORPUS).entrySet().stream()
        .map(each -> Arguments.of(each.getValue(), each.getKey().edit(), each.getKey()));
  }

  /** Each check finds the faults of its kind, and says so with its id. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  @Rule("V-2")
  void aFaultIsFoundByTheCheckOfItsKind(String rule, String edit, Mutant mutant)
      throws IOException {
    assertThat(new Judges(Path.of("envoy"), temp).ours(mutant)).startsWith(rule + ": ");
  }

  /** What an Envoy takes is no error of ours, and the corpus' faults that we miss are known. */
  @Test
  @Rule("V-2")
  void weRefuseNothingThatAnEnvoyTakesAndMissNoMoreThanWeDid() throws Exception {
    String envoy = System.getenv().getOrDefault("BINNACLE_ENVOY", "");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeFalse(envoy.isEmpty(), "no Envoy: set BINNACLE_ENVOY (tools/envoy)");
    }

    List<Verdict> verdicts =
        Verdicts.of(CORPUS, new Verdicts.Extent(2, 7), new Judges(Path.of(envoy), temp));

    Map<Kind, Integer> counts = Verdicts.counts(verdicts);
    assertThat(verdicts).filteredOn(v -> v.kind() == Kind.FALSE_REFUSAL).isEmpty();
    // the corpus' faults that only an Envoy can tell; one that is told by now lowers this
    assertThat(counts.get(Kind.FALSE_ACCEPT)).isLessThanOrEqualTo(27);
    assertThat(counts.get(Kind.BOTH_REFUSE)).isGreaterThan(100);
  }
}
