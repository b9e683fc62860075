package io.binnacle.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopSignalTest {

  private static final int INT = 2;
  private static final int TERM = 15;

  private final List<String> ends = new ArrayList<>();
  private final StopSignal stop =
      new StopSignal(code -> ends.add("exit " + code), code -> ends.add("halt " + code));

  @Test
  void commandThatEndsNothingInOrderEndsWithTheFirstSignal() {
    stop.onSignal(INT);

    assertThat(ends).containsExactly("exit 130");
    assertThat(stop.isRequested()).isFalse();
  }

  @Test
  void commandThatHeedsItIsAskedFirstAndEndedByTheSecondSignal() {
    stop.heed();

    stop.onSignal(TERM);
    assertThat(stop.isRequested()).isTrue();
    assertThat(ends).isEmpty();
    stop.onSignal(INT);

    assertThat(ends).containsExactly("halt 130");
  }
}
