package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.sources.files.Calm;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Change.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rule("G-5")
class ReloadScheduleTest {

  private final ReloadSchedule schedule =
      new ReloadSchedule(Calm.of(Duration.ofMillis(100)), Duration.ofSeconds(5), at(0));

  private void change(Kind kind, String name, long millis) {
    schedule.onChanges(List.of(new Change(Path.of("/conf").resolve(name), kind)), at(millis));
  }

  private void look(long millis) {
    schedule.onLookBegins();
    schedule.onLook(at(millis), null);
  }

  private static long at(long millis) {
    // nanoTime may be anything, also about to overflow
    return Long.MAX_VALUE - 1_000_000_000L + millis * 1_000_000;
  }

  @Test
  void manyChangesAreReadOnceAfterTheQuietTime() {
    change(Kind.WRITTEN, "a.yaml", 10);
    change(Kind.WRITTEN, "a.yaml", 90);
    change(Kind.WRITTEN, "a.yaml", 150);

    assertThat(schedule.isDue(at(249))).isFalse();
    assertThat(schedule.untilDue(at(200))).isEqualTo(Duration.ofMillis(50));
    assertThat(schedule.isDue(at(250))).isTrue();
    assertThat(schedule.hasChange()).isTrue();
    look(250);
    assertThat(schedule.isDue(at(250))).isFalse();
    assertThat(schedule.hasChange()).isFalse();
  }

  @Test
  void aBurstThatNeverEndsIsReadAllTheSame() {
    for (int millis = 0; millis <= 1950; millis += 50) {
      change(Kind.WRITTEN, "a.yaml", millis);
      assertThat(schedule.isDue(at(millis))).isFalse();
    }
    change(Kind.WRITTEN, "a.yaml", 2000);

    assertThat(schedule.isDue(at(2000))).isTrue();
  }

  @Test
  void withoutAnyChangeItIsLookedAtNowAndThen() {
    assertThat(schedule.isDue(at(4999))).isFalse();
    assertThat(schedule.isDue(at(5000))).isTrue();
    assertThat(schedule.hasChange()).isFalse();
    look(5000);
    assertThat(schedule.untilDue(at(5000))).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aSingleFileThatIsMovedIntoPlaceIsReadAtOnce() {
    change(Kind.ARRIVED, ".a.yaml.tmp", 0);
    change(Kind.WRITTEN, ".a.yaml.tmp", 5);
    change(Kind.GONE, ".a.yaml.tmp", 10);
    change(Kind.ARRIVED, "a.yaml", 10);
    assertThat(schedule.untilDue(at(10))).isEqualTo(Duration.ofMillis(20));

    // rsync begins with the next file
    change(Kind.ARRIVED, ".b.yaml.tmp", 20);
    assertThat(schedule.untilDue(at(20))).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void movesOfSeveralFilesAreABurst() {
    change(Kind.ARRIVED, "a.yaml", 0);
    change(Kind.ARRIVED, "b.yaml", 1);
    assertThat(schedule.untilDue(at(1))).isEqualTo(Duration.ofMillis(100));
    look(101);
    change(Kind.ARRIVED, "a.yaml", 200);
    assertThat(schedule.untilDue(at(200))).isEqualTo(Duration.ofMillis(20));
  }

  /** Break: let the rescan be due at its time in any case. */
  @Test
  void aRescanDoesNotDivideABurst() {
    change(Kind.WRITTEN, "a.yaml", 4950);
    change(Kind.WRITTEN, "b.yaml", 4990);

    assertThat(schedule.isDue(at(5000))).isFalse();
    assertThat(schedule.isDue(at(5089))).isFalse();
    assertThat(schedule.isDue(at(5090))).isTrue();
  }

  @Test
  void whatWasNotFinishedIsLookedAtAgain() {
    schedule.onLookBegins();
    schedule.onLook(at(100), Duration.ofMillis(900));

    assertThat(schedule.untilDue(at(100))).isEqualTo(Duration.ofMillis(900));
    change(Kind.WRITTEN, "a.yaml", 950);
    assertThat(schedule.untilDue(at(950))).isEqualTo(Duration.ofMillis(100));
  }
}
