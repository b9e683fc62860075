package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@Rule("G-5")
class ReloadScheduleTest {

  private final ReloadSchedule schedule =
      new ReloadSchedule(Duration.ofMillis(100), Duration.ofSeconds(5), at(0));

  private static long at(long millis) {
    // nanoTime may be anything, also about to overflow
    return Long.MAX_VALUE - 1_000_000_000L + millis * 1_000_000;
  }

  @Test
  void manyChangesAreReadOnceAfterTheQuietTime() {
    schedule.onChange(at(10));
    schedule.onChange(at(90));
    schedule.onChange(at(150));

    assertThat(schedule.isDue(at(249))).isFalse();
    assertThat(schedule.untilDue(at(200))).isEqualTo(Duration.ofMillis(50));
    assertThat(schedule.isDue(at(250))).isTrue();
    assertThat(schedule.hasChange()).isTrue();
    schedule.onScan(at(250));
    assertThat(schedule.isDue(at(250))).isFalse();
    assertThat(schedule.hasChange()).isFalse();
  }

  @Test
  void aBurstThatNeverEndsIsReadAllTheSame() {
    for (int millis = 0; millis <= 1950; millis += 50) {
      schedule.onChange(at(millis));
      assertThat(schedule.isDue(at(millis))).isFalse();
    }
    schedule.onChange(at(2000));

    assertThat(schedule.isDue(at(2000))).isTrue();
  }

  @Test
  void withoutAnyChangeItIsLookedAtNowAndThen() {
    assertThat(schedule.isDue(at(4999))).isFalse();
    assertThat(schedule.isDue(at(5000))).isTrue();
    assertThat(schedule.hasChange()).isFalse();
    schedule.onScan(at(5000));
    assertThat(schedule.untilDue(at(5000))).isEqualTo(Duration.ofSeconds(5));
  }
}
