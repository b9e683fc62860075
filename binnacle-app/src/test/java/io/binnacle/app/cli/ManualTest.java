package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/command-line.md against the program. */
class ManualTest {

  static Stream<CommandLine> commands() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new Binnacle(Map.of(), nowhere, nowhere, new StopSignal()).commands().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandAndFlagStandsInTheManual(CommandLine command) throws IOException {
    String manual =
        Files.readString(Path.of(System.getProperty("binnacle.root"), "docs", "command-line.md"));

    assertThat(manual).contains("`binnacle " + command.getCommandName());
    for (OptionSpec option : command.getCommandSpec().options()) {
      assertThat(manual).as(option.longestName()).contains(option.longestName());
    }
  }
}
