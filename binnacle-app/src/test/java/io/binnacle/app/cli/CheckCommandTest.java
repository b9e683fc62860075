package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.app.harness.Serving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {

  @TempDir private Path directory;

  @Test
  void aDirectoryThatIsServedIsChangedAndLeftAsItWas() throws IOException {
    ConfigDirectory conf = ConfigDirectory.in(directory).with("edge.yaml", ConfigDirectory.CLUSTER);
    try (Serving serving = Serving.of(conf)) {
      Run run =
          Run.of(
              "check",
              "127.0.0.1:" + serving.xdsPort(),
              "--files",
              conf.toString(),
              "--variant",
              "ads-delta",
              "--rules",
              "T-4,O-1,D-6",
              "--within",
              "20s",
              "--quiet",
              "100ms",
              "--strict",
              "-o",
              "json");

      assertThat(run.err()).isEmpty();
      assertThat(run.code()).isZero();
      JsonNode results = new ObjectMapper().readTree(run.out()).get("results");
      assertThat(results).hasSize(3);
      assertThat(results).allMatch(result -> result.get("verdict").asText().equals("HOLDS"));
    }
    assertThat(conf.path()).isDirectoryContaining(path -> path.endsWith("edge.yaml"));
    assertThat(conf.path().resolve("binnacle-check.json")).doesNotExist();
  }

  @Test
  void anAdapterGetsAllContentAsAFile() throws IOException {
    ConfigDirectory conf = ConfigDirectory.in(directory).with("edge.yaml", ConfigDirectory.CLUSTER);
    Path adapter = directory.resolve("adapter.sh");
    Files.writeString(
        adapter,
        "test -s \"${1%.json}.pb\" && cp \"$1\" "
            + conf.path().resolve(".edge.new")
            + " && mv "
            + conf.path().resolve(".edge.new")
            + " "
            + conf.path().resolve("edge.yaml"));
    try (Serving serving = Serving.of(conf)) {
      Run run =
          Run.of(
              "check",
              "127.0.0.1:" + serving.xdsPort(),
              "--adapter",
              "sh " + adapter,
              "--variant",
              "ads-sotw",
              "--rules",
              "S-14",
              "--within",
              "20s",
              "--quiet",
              "100ms");

      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("2 hold, 0 broken, 0 differ, 0 not shown");
      assertThat(run.code()).isZero();
    }
  }

  @Test
  void anAdapterThatFailsIsReported() {
    ConfigDirectory conf = ConfigDirectory.in(directory).with("edge.yaml", ConfigDirectory.CLUSTER);
    try (Serving serving = Serving.of(conf)) {
      Run run =
          Run.of(
              "check",
              "127.0.0.1:" + serving.xdsPort(),
              "--adapter",
              "echo no such server >&2; false");

      assertThat(run.code()).isEqualTo(69);
      assertThat(run.err()).contains("failed with exit code 1: no such server");
    }
  }

  @Test
  void aServerThatIsNotThereIsUnreachable() {
    Run run = Run.of("check", "127.0.0.1:1");

    assertThat(run.code()).isEqualTo(69);
    assertThat(run.err()).contains("the server cannot be reached: UNAVAILABLE");
  }

  @Test
  void whatCannotBeMeantIsWrongUse() {
    assertThat(Run.of("check", "127.0.0.1:1", "--rules", "Z-1").code()).isEqualTo(64);
    assertThat(Run.of("check", "127.0.0.1:1", "--variant", "rest").code()).isEqualTo(64);
    assertThat(Run.of("check", "127.0.0.1:1", "--files", "/no/such/place").code()).isEqualTo(64);
    assertThat(Run.of("check", "127.0.0.1:1", "--files", ".", "--adapter", "x").code())
        .isEqualTo(64);
    assertThat(Run.of("check", "127.0.0.1:1", "--quiet", "1m").code()).isEqualTo(64);
  }
}
