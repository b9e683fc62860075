package io.binnacle.client.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which of three sources are used, when they fail and answer in any order (C-14). */
class SourceChainTest {

  /** A source that does what the test says. */
  private final class Source implements Feed {

    private final int place;
    private final FeedHost host;

    Source(int place, FeedHost host) {
      this.place = place;
      this.host = host;
      used.add(this);
    }

    @Override
    public void flush() {}

    @Override
    public void resume() {}

    @Override
    public void pause() {}

    @Override
    public long nextDeadline() {
      return Long.MAX_VALUE;
    }

    @Override
    public void onTime() {}

    @Override
    public void close() {
      used.remove(this);
    }
  }

  private final List<Source> used = new ArrayList<>();
  private final ResourceCache cache = new ResourceCache();
  private final SourceChain chain =
      new SourceChain(
          new HandLoop(),
          cache,
          IntStream.of(1, 2, 3)
              .<FeedFactory>mapToObj(place -> host -> new Source(place, host))
              .toList(),
          () -> {},
          event -> {});

  private List<Integer> used() {
    return used.stream().map(source -> source.place).toList();
  }

  private void begin() {
    cache.watch(ResourceType.CLUSTER, "a");
    chain.wanted();
  }

  // Break: let look() pass over whether all in front have failed.
  @Test
  @Rule("C-14")
  void eachIsUsedWhenAllInFrontOfItHaveFailedAndTheWatchersHearItAfterTheLast() {
    begin();
    assertThat(used()).containsExactly(1);
    used.get(0).host.failed("no route");
    assertThat(used()).containsExactly(1, 2);
    used.get(0).host.failed("no route");
    assertThat(used()).as("the second is still tried").containsExactly(1, 2);
    used.get(1).host.failed("refused");
    assertThat(used()).containsExactly(1, 2, 3);
    assertThat(cache.takeEvents()).isEmpty();
    used.get(2).host.failed("bad name");
    assertThat(cache.takeEvents()).asString().contains("bad name");
  }

  // Break: let answered() close only the last source.
  @Test
  @Rule("C-14")
  void oneThatAnswersEndsAllBehindItAndNoneInFront() {
    begin();
    used.get(0).host.failed("no route");
    used.get(1).host.failed("no route");
    used.get(2).host.answered();
    assertThat(used()).as("those in front are tried on").containsExactly(1, 2, 3);
    used.get(0).host.answered();
    assertThat(used()).containsExactly(1);
  }

  // Break: let answered() leave the failure that was.
  @Test
  @Rule("C-14")
  void oneThatAnsweredIsNotLeftForAnotherBeforeItFailsAgain() {
    begin();
    used.get(0).host.failed("no route");
    used.get(1).host.answered();
    used.get(0).host.failed("no route");
    assertThat(used()).containsExactly(1, 2);
    used.get(1).host.failed("lost");
    assertThat(used()).containsExactly(1, 2, 3);
    used.get(1).host.answered();
    used.get(0).host.failed("no route");
    assertThat(used()).containsExactly(1, 2);
  }
}
