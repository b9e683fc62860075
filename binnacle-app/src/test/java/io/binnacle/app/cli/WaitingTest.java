package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitingTest {

  private final StringBuffer told = new StringBuffer();
  private final CountDownLatch lines = new CountDownLatch(3);
  private final PrintWriter to =
      new PrintWriter(
          new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
              told.append(text, offset, length);
            }

            @Override
            public void flush() {
              lines.countDown();
            }

            @Override
            public void close() {}
          });

  @Test
  void whoWaitsIsToldAgainAndAgainWhatFor() throws InterruptedException {
    try (Waiting waiting = new Waiting(to, "reading conf", Duration.ofMillis(1))) {
      assertThat(lines.await(30, TimeUnit.SECONDS)).as("it tells: %s", waiting).isTrue();
    }

    assertThat(told.toString()).startsWith("... reading conf, 0 s so far");
  }

  @Test
  void whatEndsInTimeIsNotTalkedAbout() {
    try (Waiting waiting = new Waiting(to, "reading conf", Duration.ofHours(1))) {
      assertThat(told).as("%s", waiting).isEmpty();
    }

    assertThat(told).isEmpty();
  }
}
