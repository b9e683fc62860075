package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.node;
import static io.binnacle.sources.TestDirectory.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.sources.TestDirectory;
import io.binnacle.sources.load.Rendering;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Rule("G-4")
class VariablesTest {

  private static TestDirectory file(String text) {
    return new TestDirectory(TypeCatalog.generated(), Map.of("PORT", "9000"))
        .with("edge.yaml", text)
        .load();
  }

  private static Cluster cluster(TestDirectory directory, Node node) {
    try {
      return only(directory.served(node), ResourceType.CLUSTER).packed().unpack(Cluster.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static Node withMetadata(String id, String key, Value value) {
    return Node.newBuilder()
        .setId(id)
        .setMetadata(Struct.newBuilder().putFields(key, value))
        .build();
  }

  @Test
  void variablesOfTheGroupAndTheEnvironmentKeepTheirTypes() {
    TestDirectory directory =
        file(
            """
            vars: {limit: 5, name: "c-${env.PORT}", literal: "$${x}"}
            clusters:
              - name: ${vars.name}
                per_connection_buffer_limit_bytes: ${vars.limit}
                alt_stat_name: ${vars.literal}
                dns_lookup_family: ${vars.family:-V4_ONLY}
            """);

    assertThat(directory.findings()).isEmpty();
    Cluster cluster = cluster(directory, node("n"));
    assertThat(cluster.getName()).isEqualTo("c-9000");
    assertThat(cluster.getPerConnectionBufferLimitBytes().getValue()).isEqualTo(5);
    assertThat(cluster.getAltStatName()).isEqualTo("${x}");
    assertThat(cluster.getDnsLookupFamily()).isEqualTo(Cluster.DnsLookupFamily.V4_ONLY);
  }

  @Test
  void anUnresolvedOneIsAnErrorWithFileAndLine() {
    TestDirectory directory =
        file("vars: {a: \"${env.NOPE}\"}\nclusters: [{name: \"${vars.b}\"}]\n");

    assertThat(directory.findings())
        .containsExactly(
            "edge.yaml:1:11: vars.a: '${env.NOPE}' has no value, set it or give a default:"
                + " ${env.NOPE:-...}",
            "edge.yaml:2:19: clusters/${vars.b}: '${vars.b}' has no value, set it or give a default:"
                + " ${vars.b:-...}");
  }

  @Test
  void aGroupThatUsesTheNodeHasOneViewPerDistinctValueOfWhatItUses() {
    TestDirectory directory =
        file("clusters: [{name: c, alt_stat_name: \"${node.metadata.region:-none}\"}]");
    Node a = withMetadata("a", "region", Value.newBuilder().setStringValue("eu").build());
    Node b = withMetadata("b", "region", Value.newBuilder().setStringValue("eu").build());

    assertThat(directory.findings()).isEmpty();
    NodeAssignment eu =
        new NodeAssignment.Group(new ViewKey("edge", Map.of("node.metadata.region", "eu")));
    assertThat(directory.assign(a)).isEqualTo(eu);
    assertThat(directory.assign(b)).isEqualTo(eu);
    assertThat(directory.assign(node("c")))
        .isEqualTo(
            new NodeAssignment.Group(new ViewKey("edge", Map.of("node.metadata.region", ""))));
    assertThat(cluster(directory, a).getAltStatName()).isEqualTo("eu");
    assertThat(cluster(directory, node("c")).getAltStatName()).isEqualTo("none");
  }

  @Test
  void aGroupThatDoesNotUseTheNodeHasOneView() {
    assertThat(file("clusters: [{name: c}]").assign(node("n")))
        .isEqualTo(new NodeAssignment.Group(ViewKey.of("edge")));
  }

  @Test
  void theNodeMayBeUsedThroughAVariableAndInAnIncludedGroup() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nvars: {x: \"${node.id}\"}\nlisteners: []")
            .with("common.yaml", "nodes: []\nclusters: [{name: c, alt_stat_name: \"${vars.x}!\"}]")
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(cluster(directory, node("n1")).getAltStatName()).isEqualTo("n1!");
    assertThat(directory.assign(node("n1")))
        .isEqualTo(new NodeAssignment.Group(new ViewKey("edge", Map.of("node.id", "n1"))));
  }

  @Test
  void aNumberOfTheNodeStaysANumberAndAWrongOneIsSaidOfThatNodeOnly() {
    TestDirectory directory =
        file(
            "clusters: [{name: c, per_connection_buffer_limit_bytes: \"${node.metadata.limit}\"}]");
    Node good = withMetadata("a", "limit", Value.newBuilder().setNumberValue(7).build());
    Node bad = withMetadata("b", "limit", Value.newBuilder().setStringValue("many").build());

    assertThat(directory.findings()).isEmpty();
    assertThat(cluster(directory, good).getPerConnectionBufferLimitBytes().getValue()).isEqualTo(7);
    assertThat(directory.configuration().render(bad)).isInstanceOf(Rendering.Unfit.class);
  }

  @Test
  void aNodeWithoutWhatTheGroupNeedsIsHeldAndTheReasonNamesIt() {
    TestDirectory directory = file("clusters: [{name: c, alt_stat_name: \"${node.metadata.x}\"}]");

    assertThat(directory.assign(node("n")))
        .isEqualTo(
            new NodeAssignment.Held(
                "group 'edge' needs ${node.metadata.x}, which this node does not have; give a"
                    + " default: ${node.metadata.x:-...}"));
  }

  @Test
  void faultsOfATextThatUsesTheNodeAreFoundWithoutANode() {
    TestDirectory directory =
        file("clusters: [{name: \"${node.id}\", typ: EDS, per_connection_buffer_limit_bytes: x}]");

    assertThat(directory.findings())
        .containsExactly(
            "edge.yaml:1:33: clusters/${node.id}: unknown field 'typ', did you mean 'type'?",
            "edge.yaml:1:78: clusters/${node.id}: per_connection_buffer_limit_bytes: expected a"
                + " whole number, got 'x'");
  }
}
