package io.binnacle.app.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HistogramTest {

  private static final double WIDTH = 0.04;

  // Break: let highest() give the lowest value of a bucket.
  @Test
  void percentilesAreRightWithinAFewPercent() {
    Histogram histogram = new Histogram();
    for (int millis = 1; millis <= 1_000; millis++) {
      histogram.record(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    assertThat(histogram.count()).isEqualTo(1_000);
    assertThat(histogram.percentile(50)).isBetween(500.0, 500 * (1 + WIDTH));
    assertThat(histogram.percentile(99)).isBetween(990.0, 1_000.0);
    assertThat(histogram.percentile(100)).isEqualTo(1_000);
    assertThat(histogram.max()).isEqualTo(1_000);
  }

  // Break: begin the doublings one bit too late.
  @Test
  void everyTimeHasABucketOfItsOwnSize() {
    for (long micros = 1; micros < TimeUnit.DAYS.toMicros(365); micros = micros * 2 + 1) {
      Histogram histogram = new Histogram();
      histogram.record(TimeUnit.MICROSECONDS.toNanos(micros));
      histogram.record(TimeUnit.MICROSECONDS.toNanos(micros + 1 + micros / 10));

      assertThat(histogram.percentile(50)).isCloseTo(micros / 1_000.0, within(micros * WIDTH));
    }
  }

  @Test
  void withoutTimesThereIsZero() {
    assertThat(new Histogram().percentile(99)).isZero();
  }
}
