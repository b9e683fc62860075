package io.binnacle.core.client.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.VariantName;
import io.binnacle.rules.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which questions a resource answers, and when the others are over (C-7). */
class AwaitingTest {

  private static final String MEMBER = "xdstp://lab/t/edge/a";

  private final Awaiting awaiting = new Awaiting(10);

  // Break: let arrived() take away the plain name only.
  @Test
  @Rule({"C-7", "D-14", "X-2"})
  void aResourceAnswersItsNameItsAliasesItsCollectionAndTheWildcard() {
    for (String key : List.of(MEMBER, "alias", "xdstp://lab/t/edge/*", "*", "other")) {
      awaiting.add(key, 0, false);
    }

    awaiting.arrived(new Identity(MEMBER, null, List.of("alias")));

    assertThat(awaiting.expired(10)).containsExactly("other");
  }

  // Break: let a variant answer whoever asks for its name; count no question with parameters.
  @Test
  @Rule({"C-7", "D-16"})
  void aVariantAnswersThoseWhoseParametersItIsFor() {
    String prod = VariantName.asked("web", Map.of("env", "prod"));
    String test = VariantName.asked("web", Map.of("env", "test"));
    String elsewhere = VariantName.asked("api", Map.of("env", "prod"));
    List.of(prod, test, elsewhere).forEach(key -> awaiting.add(key, 0, false));

    awaiting.arrived(new Identity("web", ParameterConstraints.value("env", "prod"), List.of()));

    assertThat(awaiting.contains(prod)).isFalse();
    assertThat(awaiting.expired(10)).containsExactly(test, elsewhere);
  }

  // Break: let add() leave the time of a question that is asked anew.
  @Test
  @Rule("C-7")
  void eachQuestionHasItsOwnTimeWhichBeginsAnewWhenItIsAskedAnew() {
    awaiting.add("a", 0, false);
    awaiting.add("b", 3, true);
    awaiting.add("a", 5, true);
    assertThat(awaiting.deadline()).isEqualTo(13);
    assertThat(awaiting.isLate("a")).isTrue();
    assertThat(awaiting.expired(12)).isEmpty();
    assertThat(awaiting.expired(13)).containsExactly("b");
    awaiting.restart(20);
    assertThat(awaiting.deadline()).isEqualTo(30);
    awaiting.remove("a");
    assertThat(awaiting.deadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(awaiting.isLate("a")).isFalse();
  }
}
