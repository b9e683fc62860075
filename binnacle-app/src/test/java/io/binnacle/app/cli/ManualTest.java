package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.process.StopSignal;
import io.binnacle.core.validate.IssueKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The manual against the program. */
class ManualTest {

  static Stream<CommandLine> commands() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new Binnacle(Map.of(), nowhere, nowhere, new StopSignal()).commands().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandAndFlagStandsInTheManual(CommandLine command) throws IOException {
    String manual = page("command-line.md");

    assertThat(manual).contains("`binnacle " + command.getCommandName());
    for (OptionSpec option : command.getCommandSpec().options()) {
      assertThat(manual).as(option.longestName()).contains(option.longestName());
    }
  }

  @ParameterizedTest
  @EnumSource(IssueKind.class)
  void everyKindOfFindingStandsInTheManual(IssueKind kind) throws IOException {
    assertThat(page("validation.md")).contains("| `" + kind.id() + "` | ");
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of(System.getProperty("binnacle.root"), "docs", name));
  }
}
