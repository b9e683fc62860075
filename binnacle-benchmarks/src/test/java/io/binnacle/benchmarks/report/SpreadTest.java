package io.binnacle.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    Spread spread = Spread.of(4, 1, 2, 3);
    assertThat(spread.median()).isEqualTo(2.5);
    assertThat(spread.lowerQuartile()).isEqualTo(1.75);
    assertThat(spread.least()).isEqualTo(1);
  }

  @Test
  void ratiosCompareOnlyRoundsThatBothHave() {
    Map<Integer, Sample> floor = Map.of(0, wall(10), 1, wall(100));
    Map<Integer, Sample> ours = Map.of(1, wall(300), 2, wall(5));
    assertThat(Spread.ofRatios(ours, floor, Sample::wallNanos).median()).isEqualTo(3);
  }

  @Test
  void nothingHasNoMedian() {
    assertThat(Spread.of().median()).isNaN();
  }

  private static Sample wall(long nanos) {
    return new Sample(nanos, 0, 0, 0);
  }
}
