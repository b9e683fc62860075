package io.binnacle.core.server.internal.held;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.internal.held.Debts.Debt;
import io.binnacle.rules.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is owed, and whether it is a reason to respond. */
class DebtsTest {

  private final Debts debts = new Debts();

  @Test
  @Rule({"S-4", "S-8"})
  void onlyWhatWasRefusedIsNoReasonToRespond() {
    debts.add("refused", Debt.REFUSED);
    assertThat(debts.isPressing()).isFalse();
    for (Debt debt : List.of(Debt.WARMING, Debt.LOST, Debt.ASKED)) {
      debts.add("x", debt);
      assertThat(debts.isPressing()).as(debt.name()).isTrue();
      debts.forget(List.of("x"));
      assertThat(debts.isPressing()).as(debt.name()).isFalse();
    }
    assertThat(debts.isEmpty()).isFalse();
  }

  @Test
  @Rule("S-8")
  void aNameOwedForSeveralReasonsIsOwedOnceAndForTheStrongest() {
    debts.add("x", Debt.REFUSED);
    debts.add("x", Debt.ASKED);
    debts.add("x", Debt.WARMING);
    debts.add("x", Debt.REFUSED);
    debts.add("y", Debt.LOST);
    debts.forget(List.of("y"));
    assertThat(debts.isPressing()).isTrue();
    assertThat(debts.drain()).isEqualTo(Map.of("x", Debt.ASKED));
    assertThat(debts.isPressing()).isFalse();
    assertThat(debts.isEmpty()).isTrue();
  }

  @Test
  @Rule({"D-13", "S-17"})
  void refusedRemovalIsNotLostToWarmingInWhateverOrderTheyCome() {
    debts.add("x", Debt.REFUSED);
    debts.add("x", Debt.WARMING);
    debts.add("y", Debt.WARMING);
    debts.add("y", Debt.REFUSED);
    assertThat(debts.isPressing()).isTrue();
    assertThat(debts.drain()).isEqualTo(Map.of("x", Debt.LOST, "y", Debt.LOST));
    assertThat(debts.isPressing()).isFalse();
  }

  @Test
  @Rule({"D-13", "S-4"})
  void whatIsPressingIsDrainedAndWhatWasRefusedStays() {
    debts.add("refused", Debt.REFUSED);
    debts.add("asked", Debt.ASKED);
    debts.add("warming", Debt.WARMING);

    assertThat(debts.drainPressing())
        .isEqualTo(Map.of("asked", Debt.ASKED, "warming", Debt.WARMING));

    assertThat(debts.isPressing()).isFalse();
    assertThat(debts.drainPressing()).isEmpty();
    assertThat(debts.drain()).isEqualTo(Map.of("refused", Debt.REFUSED));
    assertThat(debts.isEmpty()).isTrue();
  }

  @Test
  @Rule("S-13")
  void onlyWhatIsStillWantedIsKept() {
    debts.add("a", Debt.ASKED);
    debts.add("b", Debt.ASKED);
    debts.retain("a"::equals);
    assertThat(debts.isPressing()).isTrue();
    assertThat(debts.drain()).containsOnlyKeys("a");
  }
}
