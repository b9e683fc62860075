package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.cli.LenientVariants.Variant;
import io.binnacle.app.cli.LenientVariants.Verdict;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an Envoy reads from its bootstrap, we read: 300 spellings with both verdicts, of which those
 * of Envoy are checked against a real one.
 */
@Rule("G-1")
class LenientVariantsTest {

  @TempDir private Path temp;

  private Path written(Variant variant) throws IOException {
    return written(variant.isJson() ? "v.json" : "v.yaml", variant.bootstrap());
  }

  private Path written(String name, String text) throws IOException {
    Path file = temp.resolve(name);
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    return file;
  }

  @Test
  void ofEachVariantWeSayWhatTheTableSays() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Variant variant : LenientVariants.all()) {
      Run run = Run.of("validate", written(variant).toString());
      Verdict verdict =
          run.code() != 0
              ? Verdict.REFUSES
              : run.out().contains("warning: ") ? Verdict.WARNS : Verdict.READS;
      if (verdict != variant.ours()) {
        wrong.add(variant + " => " + verdict + " " + run.out());
      }
    }

    assertThat(wrong).isEmpty();
  }

  @Test
  void whatEnvoyReadsAndWeRefuseIsOnlyWhatTheManualNames() throws IOException {
    List<String> refused =
        LenientVariants.all().stream()
            .filter(v -> v.envoy() == Verdict.READS && v.ours() == Verdict.REFUSES)
            .map(Variant::text)
            .toList();

    // Keys that are there twice; 1e400; broken texts; more than one document; tabs as indentation.
    assertThat(refused).hasSizeLessThan(20);
  }

  @Test
  void ofEachVariantARealEnvoySaysWhatTheTableSays() throws Exception {
    String envoy = RealEnvoy.path();
    List<String> wrong = new ArrayList<>();
    StringBuilder clusters = new StringBuilder(LenientVariants.CLUSTERS);
    for (Variant variant : LenientVariants.all()) {
      boolean reads = variant.envoy() == Verdict.READS;
      if (reads && variant.kind().equals("cluster")) {
        // All that it reads together: it stops at the first that it does not.
        clusters.append(variant.cluster("c" + variant.line()));
      } else if (takes(envoy, written(variant)) != reads) {
        wrong.add(variant.toString());
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(takes(envoy, written("clusters.yaml", clusters.toString())))
        .as("all clusters of the table that it reads, in one file")
        .isTrue();
  }

  private static boolean takes(String envoy, Path file) throws Exception {
    Process process =
        new ProcessBuilder(envoy, "--mode", "validate", "-l", "off", "-c", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }
}
