package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Rule("CL-1a")
class ExportCommandTest {

  private static final String EDGE =
      """
      group: edge
      nodes:
        - metadata: {region: "eu-*"}
      clusters:
        - name: backend-${node.metadata.region}
          connect_timeout: 1s
      runtimes:
        - name: layer
          layer: {a: 1}
      """;

  @TempDir private Path temp;
  private ConfigDirectory conf;
  private Path out;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp).with("edge.yaml", EDGE);
    out = temp.resolve("out");
  }

  private Run export(String... more) {
    List<String> arguments = new ArrayList<>(List.of("export", conf.toString()));
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of(more));
    return Run.of(arguments.toArray(new String[0]));
  }

  private String file(String name) throws IOException {
    return Files.readString(out.resolve(name));
  }

  @Test
  void aNodeGetsFilesWithItsOwnValuesAndABootstrapThatPointsAtThem() throws Exception {
    Run run =
        export(
            "--node",
            "a",
            "--cluster",
            "c",
            "--metadata",
            "region=eu-1",
            "--locality",
            "eu/1",
            "--mounted-at",
            "/etc/dynamic");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("5 files of group edge");
    assertThat(file("cds.yaml")).contains("name: backend-eu-1");
    assertThat(file("envoy.yaml"))
        .contains("/etc/dynamic/cds.yaml", "/etc/dynamic/lds.yaml", "/etc/dynamic/rtds/layer.yaml")
        .contains("eu-1");
  }

  @Test
  void theNodeMayComeFromAFileAndFilesMayBeJson() throws Exception {
    Path node = Files.writeString(temp.resolve("n.yaml"), "id: n\nmetadata: {region: eu-2}\n");

    assertThat(export("--node-file", node.toString(), "--format", "json").code()).isZero();

    assertThat(file("cds.json")).startsWith("{").contains("backend-eu-2");
    assertThat(file("envoy.yaml")).contains("cds.json");
  }

  @Test
  @Rule("F-3")
  void aMistakeAVanishedSourceAndANodeOfNoGroupLeaveTheFilesAsTheyAre() throws Exception {
    export("--node", "a", "--metadata", "region=eu-1");
    String before = file("cds.yaml");

    conf.with("edge.yaml", EDGE.replace("connect_timeout", "conect_timeout"));
    Run broken = export("--node", "a", "--metadata", "region=eu-1");
    assertThat(broken.code()).isEqualTo(65);
    assertThat(broken.err()).contains("edge.yaml:6:5");
    Files.delete(conf.path().resolve("edge.yaml"));
    assertThat(export("--node", "a", "--metadata", "region=eu-1").code()).isEqualTo(65);
    conf.with("edge.yaml", EDGE);
    assertThat(export("--node", "a", "--metadata", "region=us").code()).isEqualTo(1);

    assertThat(file("cds.yaml")).isEqualTo(before);
  }
}
