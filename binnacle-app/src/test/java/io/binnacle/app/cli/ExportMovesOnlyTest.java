package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportMovesOnlyTest {

  private static final String GROUP = "group: edge\n" + ConfigDirectory.CLUSTER;

  /** Break: {@code ExportCommand} does not hand {@code movesOnly} on. */
  @Test
  @Rule("G-5a")
  void whatIsWrittenInPlaceIsNeverExported(@TempDir Path temp) throws Exception {
    try (ExportLab lab = new ExportLab(temp)) {
      lab.conf.with("edge.yaml", GROUP);
      lab.export("YAML", "--moves-only");
      Path clusters = lab.files.resolve("cds.yaml");
      String first = Files.readString(clusters);

      Files.writeString(lab.conf.path().resolve("edge.yaml"), GROUP.replace("backend", "written"));
      lab.err.await(line -> line.contains("--moves-only"));
      assertThat(clusters).hasContent(first);

      lab.conf.with("edge.yaml", GROUP.replace("backend", "moved"));
      lab.out.await(line -> line.contains("files of group edge"));
      assertThat(clusters).content().contains("moved").doesNotContain("written");
    }
  }

  @Test
  @Rule("CL-3")
  void aSingleExportHasNothingToWaitFor(@TempDir Path temp) {
    ConfigDirectory conf = ConfigDirectory.in(temp).with("edge.yaml", GROUP);
    Run run =
        Run.of(
            "export",
            conf.toString(),
            "--node=edge-1",
            "--out=" + temp.resolve("out"),
            "--moves-only");

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("--moves-only goes with --watch");
  }
}
