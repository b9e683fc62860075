package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flag, then variable, then file; each is seen by an address that is refused with its text. */
class SettingsTest {

  @TempDir private Path temp;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    Path conf = Files.createDirectory(temp.resolve("conf"));
    file =
        Files.writeString(temp.resolve("binnacle.yaml"), "dir: " + conf + "\nlisten: 0.0.0.3:3\n");
  }

  @Test
  void theFileGivesWhatNothingElseGives() {
    assertThat(serve(Map.of()).err()).contains("0.0.0.3:3");
  }

  @Test
  void aVariableWinsOverTheFile() {
    assertThat(serve(Map.of("BINNACLE_LISTEN", "0.0.0.2:2")).err()).contains("0.0.0.2:2");
  }

  @Test
  void theCommandLineWinsOverBoth() {
    assertThat(serve(Map.of("BINNACLE_LISTEN", "0.0.0.2:2"), "--listen", "0.0.0.1:1").err())
        .contains("0.0.0.1:1");
  }

  @Test
  void theFileItselfMayBeNamedByAVariable() {
    Run run = Run.with(Map.of("BINNACLE_CONFIG", file.toString()), "serve");

    assertThat(run.err()).contains("0.0.0.3:3");
  }

  @Test
  void everyFaultOfTheFileIsToldWithItsPlace() throws IOException {
    Files.writeString(file, "lisen: 127.0.0.1:1\ndrain: [1s]\n");

    Run run = serve(Map.of());

    assertThat(run.code()).isEqualTo(65);
    assertThat(run.err().lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(file + ":1:1: ")
                    .contains("'lisen'", "did you mean 'listen'?"),
            second -> assertThat(second).startsWith(file + ":2:8: ").contains("drain"));
  }

  @Test
  void aFileThatIsNotThereIsWrongUse() {
    Run run = Run.of("serve", "--config", temp.resolve("nowhere.yaml").toString());

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("nowhere.yaml", "no such file");
  }

  private Run serve(Map<String, String> environment, String... flags) {
    String[] arguments = new String[flags.length + 3];
    arguments[0] = "serve";
    arguments[1] = "--config";
    arguments[2] = file.toString();
    System.arraycopy(flags, 0, arguments, 3, flags.length);
    return Run.with(environment, arguments);
  }
}
