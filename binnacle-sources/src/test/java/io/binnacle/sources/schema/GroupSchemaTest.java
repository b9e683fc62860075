package io.binnacle.sources.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("G-2")
class GroupSchemaTest {

  private static final Path ROOT = Path.of(System.getProperty("binnacle.root"));
  private static final String TEXT = GroupSchema.of(TypeCatalog.generated());
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(TEXT);

  private static List<String> faults(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML).stream()
        .map(ValidationMessage::toString)
        .toList();
  }

  @Test
  void thePublishedSchemaIsThatOfTheReader() throws IOException {
    Path renewed = Files.writeString(Path.of("target", "group.schema.json"), TEXT);

    assertThat(Files.readString(ROOT.resolve("docs/schema/group.schema.json")))
        .as("docs/schema/group.schema.json is old: copy " + renewed.toAbsolutePath() + " there")
        .isEqualTo(TEXT);
  }

  @Test
  void itTakesTheQuickstart() throws IOException {
    assertThat(faults(Files.readString(ROOT.resolve("examples/quickstart/edge.yaml")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clusters: [{name: c, type: STATIC, connectTimeout: 1s, ignore_health_on_host_removal: true}]",
        "vars: {n: 5}\nclusters: [{name: c, per_connection_buffer_limit_bytes: \"${vars.n}\"}]",
        "vars: {t: STRICT_DNS, l: {}}\nclusters: [{name: c, type: \"${vars.t}\"}]",
        "clusters: [{name: 5, per_connection_buffer_limit_bytes: \"32768\"}]",
        "nodes: [{id: \"a-*\", metadata: {x: [1]}, locality: {region: eu}}]\nclusters: []",
        "clusters: [{name: n, ttl: 5s, aliases: [a], resource: {name: c}}]",
        "group: g\nresources: [{\"@type\": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: c}]",
      })
  void whatTheReaderTakesTheSchemaTakes(String yaml) {
    assertThat(new TestDirectory().with("edge.yaml", yaml).load().findings()).isEmpty();
    assertThat(faults(yaml)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clustrs: []",
        "clusters: {}",
        "clusters: [{name: c, typ: EDS}]",
        "clusters: [{name: c, type: ED}]",
        "clusters: [{name: c, ignore_health_on_host_removal: \"maybe\"}]",
        "clusters: [{name: c, per_connection_buffer_limit_bytes: many}]",
        "clusters: [{name: n, tll: 5s, resource: {name: c}}]",
        "nodes: [{clster: c}]\nclusters: []",
        "group: g\nresources: [{name: c}]",
      })
  void whatTheReaderRefusesTheSchemaRefuses(String yaml) {
    assertThat(new TestDirectory().with("edge.yaml", yaml).load().findings()).isNotEmpty();
    assertThat(faults(yaml)).isNotEmpty();
  }
}
