package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.sources.load.LoadedConfiguration;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class QuickstartTest {

  @Test
  @Rule("G-1")
  void theQuickstartLoadsWithoutAFinding() {
    Path directory = Path.of(System.getProperty("binnacle.root"), "examples", "quickstart");

    LoadedConfiguration loaded = DirectorySource.read(directory, SourceOptions.defaults());

    assertThat(loaded.findings()).isEmpty();
    assertThat(loaded.groups().keySet()).containsExactly("edge");
    assertThat(loaded.groups().get("edge").size()).isEqualTo(6);
  }
}
