package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp);
  }

  @Test
  void cleanFilesAreFineAndSayHowManyTheyAre() {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);

    Run run = Run.of("validate", conf.toString());

    assertThat(run.code()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("1 good group, nothing is wrong");
  }

  @Test
  @Rule("CL-5")
  void everyFindingIsALineWithFileLineColumnResourceAndField() {
    conf.with("edge.yaml", ConfigDirectory.BROKEN)
        .with("other.yaml", "nodes: [{id: a}]\nclusters: 7\n");

    Run run = Run.of("validate", conf.toString());

    assertThat(run.code()).isEqualTo(65);
    String file = conf.path().resolve("edge.yaml").toString();
    assertThat(run.out().lines())
        .hasSize(2)
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(file + ":3:5: clusters/backend: ")
                    .contains("conect_timeout", "connect_timeout"));
    assertThat(run.err()).contains("2 errors");
  }

  @Test
  void warningsAreFineUnlessTheyAreNotWanted() {
    conf.with("common.yaml", "nodes: []\n" + ConfigDirectory.CLUSTER);

    assertThat(Run.of("validate", conf.toString()).code()).isZero();
    assertThat(Run.of("validate", conf.toString()).out()).contains("warning: ");
    assertThat(Run.of("validate", "--strict", conf.toString()).code()).isEqualTo(65);
  }

  @Test
  @Rule("V-3")
  void aDanglingReferenceIsAWarningAndWithStrictAnError() {
    conf.with(
        "edge.yaml",
        "clusters: [{name: c, type: EDS, eds_cluster_config: {eds_config: {ads: {}}}}]\n");

    Run usual = Run.of("validate", conf.toString());
    assertThat(usual.code()).isZero();
    assertThat(usual.out()).contains("warning: there is no ClusterLoadAssignment 'c' here");
    Run strict = Run.of("validate", "--strict", conf.toString());
    assertThat(strict.code()).isEqualTo(65);
    assertThat(strict.out()).contains(": there is no Cluster").doesNotContain("warning");
    assertThat(strict.err()).contains("1 error");
  }

  @Test
  @Rule("V-2")
  void aBrokenConstraintIsAnErrorUnlessItIsAskedToBeAWarning() {
    conf.with("edge.yaml", "clusters: [{name: c, connect_timeout: 0s}]\n");

    Run usual = Run.of("validate", conf.toString());
    assertThat(usual.code()).isEqualTo(65);
    assertThat(usual.out()).contains(":1:39: clusters/c: connect_timeout: must be above 0s, is 0s");
    Run lenient = Run.of("validate", "--constraints", "warning", conf.toString());
    assertThat(lenient.code()).isZero();
    assertThat(lenient.out()).contains("connect_timeout: warning: must be above 0s");
  }

  @Test
  @Rule("V-2")
  void codeHostsGetFindingsAsSarif() throws Exception {
    conf.with("edge.yaml", "clusters: [{name: c, connect_timeout: 0s}]\n");

    JsonNode log =
        new ObjectMapper().readTree(Run.of("validate", conf.toString(), "-o", "sarif").out());

    // what the schema of SARIF 2.1.0 requires: version, runs, tool.driver.name, message
    assertThat(log.at("/version").asText()).isEqualTo("2.1.0");
    assertThat(log.at("/runs/0/tool/driver/name").asText()).isEqualTo("binnacle");
    JsonNode result = log.at("/runs/0/results/0");
    assertThat(result.at("/level").asText()).isEqualTo("error");
    assertThat(result.at("/ruleId").asText()).isEqualTo("constraint");
    JsonNode rules = log.at("/runs/0/tool/driver/rules");
    assertThat(rules).hasSize(1);
    assertThat(rules.at("/0/id").asText()).isEqualTo("constraint");
    assertThat(rules.at("/0/shortDescription/text").asText()).endsWith("is broken.");
    assertThat(result.at("/message/text").asText())
        .isEqualTo("clusters/c: connect_timeout: must be above 0s, is 0s");
    JsonNode place = result.at("/locations/0/physicalLocation");
    assertThat(place.at("/artifactLocation/uri").asText()).endsWith("/edge.yaml");
    assertThat(place.at("/region/startLine").asInt()).isEqualTo(1);
    assertThat(place.at("/region/startColumn").asInt()).isEqualTo(39);
  }

  @Test
  @Rule("CL-5")
  void whatIsNoPlaceInATextIsToldWithoutOne() throws Exception {
    String none = conf + "/none";

    assertThat(Run.of("validate", none).out())
        .isEqualTo(none + ": there is no such directory" + System.lineSeparator());
    JsonNode log = new ObjectMapper().readTree(Run.of("validate", none, "-o", "sarif").out());
    JsonNode place = log.at("/runs/0/results/0/locations/0/physicalLocation");
    assertThat(place.has("artifactLocation")).isTrue();
    assertThat(place.has("region")).isFalse();
  }

  @Test
  @Rule("G-7")
  void theApiOfTheEnvoyInUseIsReadOutOfItsBinary() {
    String envoy = RealEnvoy.path();
    conf.with(
        "edge.yaml",
        """
        clusters:
          - name: c
            connect_timeout: 0s
            http2_protocol_options: {}
          - name: d
            no_such_field: 1
        """);

    Run run = Run.of("validate", "--descriptors", envoy, conf.toString());

    assertThat(run.code()).isEqualTo(65);
    assertThat(run.out())
        .contains(
            ":3:22: clusters/c: connect_timeout: must be above 0s, is 0s",
            ":4:29: clusters/c: http2_protocol_options: warning: this field is deprecated",
            ":6:5: clusters/d: unknown field 'no_such_field'");
  }

  @Test
  void programsGetFindingsAsJson() throws Exception {
    conf.with("edge.yaml", ConfigDirectory.BROKEN);

    JsonNode findings =
        new ObjectMapper().readTree(Run.of("validate", conf.toString(), "-o", "json").out());

    assertThat(findings.at("/0/line").asInt()).isEqualTo(3);
    assertThat(findings.at("/0/severity").asText()).isEqualTo("error");
    assertThat(findings.at("/0/rule").asText()).isEqualTo("decode");
  }

  @Test
  void aDirectoryThatIsNotThereOrHoldsNothingIsBadData() {
    assertThat(Run.of("validate", temp.resolve("nowhere").toString()).code()).isEqualTo(65);
    Run empty = Run.of("validate", conf.toString());
    assertThat(empty.code()).isEqualTo(65);
    assertThat(empty.out()).contains(".yaml");
  }

  @Test
  void withoutAPathItIsWrongUse() {
    assertThat(Run.of("validate").code()).isEqualTo(64);
  }
}
