package io.binnacle.client.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.client.internal.drive.Attempts.Attempt;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One attempt at a time, and how long a feed waits between them, with a clock that moves here. */
class AttemptsTest {

  private final HandLoop loop = new HandLoop();
  private final List<String> log = new ArrayList<>();
  private final Attempts attempts =
      new Attempts(
          loop,
          new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), () -> 0x8000_0000_0000_0000L),
          () -> log.add("waited " + loop.seconds()));

  private Attempt begin(String name) {
    return attempts.begin(() -> log.add("canceled " + name));
  }

  // Break: wait from the end of an attempt.
  @Test
  @Rule("C-9")
  void whatIsLostEarlyIsTriedAgainAfterTheBackoffAndWhatLivedLongAtOnce() {
    begin("a");
    attempts.lost();
    assertThat(attempts.mayBegin()).isFalse();
    loop.pass(Duration.ofSeconds(1));
    assertThat(log).containsExactly("waited 1.0");

    begin("b");
    loop.pass(Duration.ofSeconds(1));
    attempts.lost();
    loop.pass(Duration.ofMillis(500));
    assertThat(log).as("1.6 s after it began, not 0.5").hasSize(1);
    loop.pass(Duration.ofMillis(100));
    assertThat(log).containsExactly("waited 1.0", "waited 2.6");

    begin("c");
    loop.pass(Duration.ofMinutes(1));
    attempts.lost();
    loop.pass(Duration.ZERO);
    assertThat(log).containsExactly("waited 1.0", "waited 2.6", "waited 62.6");
  }

  // Break: let an answer change nothing.
  @Test
  @Rule("C-9")
  void anAnswerLetsTheWaitsBeginAnew() {
    for (int i = 0; i < 5; i++) {
      begin("a");
      attempts.lost();
      loop.pass(Duration.ofSeconds(30));
    }
    log.clear();

    begin("b");
    attempts.answered();
    attempts.lost();
    loop.pass(Duration.ofSeconds(1));

    assertThat(log).hasSize(1);
  }

  // Break: run tasks of an attempt that is over.
  @Test
  void whatComesLateIsDropped() {
    Attempt first = begin("a");
    first.later(() -> log.add("a in time"));
    loop.pass(Duration.ZERO);
    first.later(() -> log.add("a late"));
    attempts.done(0);
    loop.pass(Duration.ZERO);
    begin("b");
    first.later(() -> log.add("a later still"));
    loop.pass(Duration.ZERO);

    assertThat(log).containsExactly("a in time", "waited 0.0");
  }

  // Break: leave the wait running when the attempts are interrupted or closed.
  @Test
  void anInterruptionEndsTheAttemptOrTheWaitAndCloseIsForEver() {
    begin("a");
    attempts.interrupt();
    assertThat(attempts.mayBegin()).isTrue();
    begin("b");
    attempts.lost();
    attempts.interrupt();
    assertThat(attempts.mayBegin()).isTrue();
    begin("c");
    assertThatThrownBy(() -> begin("d")).hasMessage("one attempt at a time");
    attempts.close();

    loop.pass(Duration.ofMinutes(1));
    assertThat(log).containsExactly("canceled a", "canceled c");
    assertThat(attempts.mayBegin()).isFalse();
  }
}
