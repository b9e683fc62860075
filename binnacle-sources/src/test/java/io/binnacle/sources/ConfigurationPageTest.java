package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/configuration.md shows is what is read. */
class ConfigurationPageTest {

  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static String page() throws IOException {
    return Files.readString(Path.of(System.getProperty("binnacle.root"), "docs/configuration.md"));
  }

  private static List<String> blocks() throws IOException {
    Matcher matcher = BLOCK.matcher(page());
    List<String> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  @Rule("G-1")
  void itsExamplesAreReadWithoutAFinding() throws IOException {
    List<String> blocks = blocks();
    assertThat(blocks).hasSize(4);
    for (String block : blocks) {
      TestDirectory directory = new TestDirectory().with("example.yaml", block);
      if (block.contains("include: [common]")) {
        directory.with("common.yaml", "nodes: []\nclusters: [{name: c}]");
      }

      assertThat(directory.load().findings()).isEmpty();
      assertThat(directory.configuration().groups()).hasSize(1);
    }
  }

  @Test
  @Rule("CL-5")
  void itsErrorsAreWhatIsPrinted() throws IOException {
    String text =
        "group: edge\n\nclusters:\n  - name: blue\n    connect_timeout: 1x\n    typ: EDS\n";

    List<String> findings = new TestDirectory().with("edge.yaml", text).load().findings();

    assertThat(page()).contains("```\n" + String.join("\n", findings) + "\n```");
    assertThat(findings).hasSize(2);
  }
}
