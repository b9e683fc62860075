package io.binnacle.client.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static List<Long> millis(Backoff backoff, int count) {
    return Stream.generate(() -> Duration.ofNanos(backoff.next()).toMillis()).limit(count).toList();
  }

  /** Without jitter: the random number is in the middle. */
  private static RandomGenerator middle() {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        return 0;
      }

      @Override
      public double nextDouble() {
        return 0.5;
      }
    };
  }

  // Break: leave out the factor, or the longest wait.
  @Test
  @Rule("C-9")
  void waitsGrowUpToTheLongestAndBeginAnewAfterAResponse() {
    Backoff backoff = new Backoff(FIRST, LONGEST, middle());

    assertThat(millis(backoff, 10))
        .containsExactly(1000L, 1600L, 2560L, 4096L, 6553L, 10485L, 16777L, 26843L, 30000L, 30000L);

    backoff.reset();
    assertThat(millis(backoff, 2)).containsExactly(1000L, 1600L);
  }

  // Break: leave out the jitter.
  @Test
  @Rule("C-9")
  void waitsOfTwoClientsDiffer() {
    List<Long> one = millis(new Backoff(FIRST, LONGEST, new SplittableRandom(1)), 8);
    List<Long> other = millis(new Backoff(FIRST, LONGEST, new SplittableRandom(2)), 8);

    assertThat(one).isNotEqualTo(other);
    assertThat(one.get(0)).isBetween(800L, 1200L);
    assertThat(other.get(7)).isBetween(21_000L, 36_000L);
  }

  @Test
  void aBackoffThatShrinksIsRefused() {
    assertThatThrownBy(() -> new Backoff(LONGEST, FIRST, middle()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
