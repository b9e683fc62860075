package io.binnacle.core.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {

  @Test
  void tellsTheNamesOfAStepEachOnce() {
    ChangeHistory history =
        ChangeHistory.startingAt(4)
            .plus(5, List.of("a"), 10)
            .plus(6, List.of("a", "b"), 10)
            .plus(7, List.of("c"), 10);

    assertThat(history.between(4, 7)).containsExactly("a", "b", "c");
    assertThat(history.between(5, 6)).containsExactlyInAnyOrder("a", "b");
    assertThat(history.between(7, 7)).isEmpty();
    assertThat(history.between(3, 7)).isNull();
  }

  @Test
  void forgetsTheOldestBeyondItsBoundAndSaysSo() {
    List<String> names = IntStream.range(0, 600).mapToObj(i -> "n" + i).toList();
    ChangeHistory history =
        ChangeHistory.startingAt(0).plus(1, names, 0).plus(2, names, 0).plus(3, names, 2_000);

    assertThat(history.between(2, 3)).hasSize(600);
    assertThat(history.between(1, 3)).hasSize(600);
    assertThat(history.between(0, 3)).isNull();
    assertThat(ChangeHistory.startingAt(0).plus(1, names, 0).plus(2, names, 2_000).between(0, 2))
        .hasSize(600);
  }

  @Test
  void aStepLargerThanTheBoundIsForgottenAtOnce() {
    List<String> names = IntStream.range(0, 2_000).mapToObj(i -> "n" + i).toList();
    ChangeHistory history = ChangeHistory.startingAt(0).plus(1, names, 0);

    assertThat(history.between(0, 1)).isNull();
    assertThat(history.between(1, 1)).isEmpty();
    assertThat(history.plus(2, List.of("a"), 0).between(1, 2)).containsExactly("a");
  }
}
