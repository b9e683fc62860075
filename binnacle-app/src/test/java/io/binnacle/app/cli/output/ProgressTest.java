package io.binnacle.app.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final AtomicLong nanos = new AtomicLong(-5);
  private final StringWriter told = new StringWriter();
  private final Progress progress = new Progress(new PrintWriter(told), nanos::get);

  @Test
  void whatIsDoneSoonIsNotTalkedAboutAndWhatIsNotIsEveryTwoSeconds() {
    progress.accept("at once");
    pass(1999);
    progress.accept("soon");
    pass(1);
    progress.accept("later");
    pass(1500);
    progress.accept("too often");
    pass(500);
    progress.accept("later still");

    assertThat(told.toString().lines()).containsExactly("... later", "... later still");
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }
}
