package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderCommandTest {

  private static final String EDGE =
      """
      group: edge
      nodes:
        - metadata: {region: "eu-*"}
      clusters:
        - name: backend-${node.metadata.region}
          connect_timeout: ${env.WAIT:-1s}
      """;

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp).with("edge.yaml", EDGE);
  }

  @Test
  void aNodeGetsItsGroupWithItsOwnValues() {
    Run run = render("--node", "a", "--metadata", "region=eu-1");

    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("group: edge\n").contains("name: backend-eu-1", "1s");
  }

  @Test
  void theEnvironmentIsWhatEnvStandsFor() {
    Run run =
        Run.with(
            Map.of("WAIT", "7s"),
            "render",
            conf.toString(),
            "--node",
            "a",
            "--metadata",
            "region=eu-1");

    assertThat(run.out()).contains("7s");
  }

  @Test
  void tablesNameTheLineThatAResourceComesFrom() throws Exception {
    assertThat(render("--node", "a", "--metadata", "region=eu-1", "-o", "table").out())
        .containsPattern("CDS +backend-eu-1 +\\S+ +\\S*edge.yaml:5");
    String json = render("--node", "a", "--metadata", "region=eu-1", "-o", "json").out();
    assertThat(new ObjectMapper().readTree(json).at("/clusters/0/name").asText())
        .isEqualTo("backend-eu-1");
  }

  @Test
  void aNodeOfNoGroupIsToldWhichGroupsThereAre() {
    Run run = render("--node", "a", "--metadata", "region=us-1");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("no group is for this node", "edge");
  }

  @Test
  void aNodeWhoseGroupIsBrokenIsToldWhatIsWrong() {
    conf.with("edge.yaml", EDGE.replace("connect_timeout", "conect_timeout"))
        .with("other.yaml", "nodes: [{id: other}]\n" + ConfigDirectory.CLUSTER);

    Run run = render("--node", "a", "--metadata", "region=eu-1");

    assertThat(run.code()).isEqualTo(65);
    assertThat(run.err()).contains("edge.yaml:6:5", "held");
  }

  @Test
  void theNodeMayComeFromAFileAndTheCommandLineWins() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("envoy.yaml"),
            "node: {id: from-file, metadata: {region: eu-2}}\nadmin: {}\n");

    assertThat(render("--node-file", file.toString()).out()).contains("backend-eu-2");
    assertThat(render("--node-file", file.toString(), "--metadata", "region=eu-9").out())
        .contains("backend-eu-9");
    Files.writeString(file, "id: a\nclutser: b\n");
    Run bad = render("--node-file", file.toString());
    assertThat(bad.code()).isEqualTo(65);
    assertThat(bad.err()).contains("envoy.yaml:2:1", "cluster");
  }

  @Test
  void withoutANodeItIsWrongUse() {
    assertThat(render().code()).isEqualTo(64);
  }

  private Run render(String... flags) {
    String[] arguments = new String[flags.length + 2];
    arguments[0] = "render";
    arguments[1] = conf.toString();
    System.arraycopy(flags, 0, arguments, 2, flags.length);
    return Run.of(arguments);
  }
}
