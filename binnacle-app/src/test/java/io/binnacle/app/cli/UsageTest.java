package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @Test
  void noCommandIsWrongUseAndSaysHowToGoOn() {
    Run run = Run.of();

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("which command?", "binnacle demo", "binnacle --help");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void helpIsAResult() {
    Run run = Run.of("--help");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("bootstrap", "completion", "version");
  }

  @Test
  void anUnknownFlagIsWrongUseAndTheNearestIsNamed() {
    Run run = Run.of("bootstrap", "envoy", "--varint", "sotw");

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("'--varint'", "--variant");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "foo:", ":18000", "127.0.0.1:65536", "::1:18000", "[::1]"})
  void anAddressThatIsNoneIsWrongUseAndSaysHowItLooks(String address) {
    Run run = Run.of("bootstrap", "envoy", "--server", address);

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("'" + address + "'", "127.0.0.1:18000");
  }

  @Test
  void aVariableGivesAFlagItsValueAndTheCommandLineWins() {
    Map<String, String> environment = Map.of("BINNACLE_NODE", "from-env");

    assertThat(Run.with(environment, "bootstrap", "grpc").out()).contains("\"from-env\"");
    assertThat(Run.with(environment, "bootstrap", "grpc", "--node", "given").out())
        .contains("\"given\"")
        .doesNotContain("from-env");
  }

  @Test
  void aBadVariableIsWrongUseToo() {
    Run run = Run.with(Map.of("BINNACLE_SERVER", "nowhere"), "bootstrap", "grpc");

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("'nowhere' is no address");
  }

  @Test
  void versionSpeaksToPeopleAndToPrograms() {
    assertThat(Run.of("version").out()).startsWith("binnacle ");
    assertThat(Run.of("version", "-o", "json").out()).contains("\"version\" : \"");
    assertThat(Run.of("version", "-o", "yaml").out()).contains("version: ").doesNotContain("{");
    assertThat(Run.of("version", "-o", "xml").code()).isEqualTo(64);
    String line = Run.of("version").out();
    assertThat(Run.of("--version").out()).isEqualToIgnoringNewLines(line);
    assertThat(Run.of("serve", "--version").out()).isEqualToIgnoringNewLines(line);
    assertThat(Run.of("--version").code()).isZero();
  }

  @Test
  void completionKnowsCommandsAndFlags() {
    assertThat(Run.of("completion").out()).contains("bootstrap", "--variant", "ads-delta");
    assertThat(Run.of("completion", "zsh").out()).startsWith("autoload");
    assertThat(Run.of("completion", "fish").code()).isEqualTo(64);
  }
}
