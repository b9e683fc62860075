package io.binnacle.app.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.app.serve.ServeLimits;
import io.binnacle.rules.Rule;
import io.binnacle.server.limit.ClientLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LimitOptionsTest {

  private static ServeLimits limits(String... flags) {
    LimitOptions options = new LimitOptions();
    CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
    line.getCommandSpec()
        .addMixin("limits", CommandLine.Model.CommandSpec.forAnnotatedObject(options));
    line.registerConverter(Duration.class, new Durations()).parseArgs(flags);
    return options.limits();
  }

  @Test
  @Rule("B-3")
  void withoutFlagsTheLimitsAreThoseOfTheRules() {
    assertThat(limits()).isEqualTo(ServeLimits.DEFAULTS);
  }

  @Test
  @Rule("B-3")
  void everyLimitHasAFlag() {
    ServeLimits limits =
        limits(
            "--client-memory=64MiB",
            "--peer-share=80",
            "--max-connections=1",
            "--max-streams=2",
            "--max-streams-per-connection=3",
            "--max-names=4",
            "--max-types=5",
            "--max-request-bytes=6KiB",
            "--max-requests-per-second=7",
            "--first-request-time=8s",
            "--read-time=9s");

    assertThat(limits.clients())
        .isEqualTo(
            new ClientLimits(64 << 20, 0.8, 1, Duration.ofSeconds(8), Duration.ofSeconds(9)));
    assertThat(limits.streams().streams()).isEqualTo(2);
    assertThat(limits.streams().requestsPerSecond()).isEqualTo(7);
    assertThat(limits.streams().requestBurst()).isEqualTo(70);
    assertThat(limits.transport().maxStreamsPerConnection()).isEqualTo(3);
    assertThat(limits.transport().maxRequestBytes()).isEqualTo(6 << 10);
    assertThat(limits.names()).isEqualTo(4);
    assertThat(limits.types()).isEqualTo(5);
  }

  @Test
  void memoryMayBeAPartOfTheHeap() {
    assertThat(limits("--client-memory=25%").clients().memory())
        .isEqualTo(ClientLimits.partOfHeap(0.25));
  }

  @Test
  void aLimitThatMakesNoSenseSaysSo() {
    assertThatThrownBy(() -> limits("--client-memory=much")).hasMessageContaining("no size");
    assertThatThrownBy(() -> limits("--peer-share=0")).hasMessageContaining("share");
    assertThatThrownBy(() -> limits("--max-names=0")).hasMessageContaining("positive");
    assertThatThrownBy(() -> limits("--max-request-bytes=3GiB")).hasMessageContaining("2 GiB");
  }
}
