package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static io.binnacle.sources.TestDirectory.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import org.junit.jupiter.api.Test;

@Rule("G-3")
class IncludeTest {

  private static final String COMMON = "nodes: []\nclusters: [{name: shared}]\n";

  @Test
  void anIncludedGroupsResourcesAreServedWithTheOwnOnes() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nclusters: [{name: own}]")
            .with("common.yaml", COMMON)
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.configuration().groups().keySet()).containsExactly("edge");
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/own", "CDS/shared");
  }

  @Test
  void aNameThatIsOwnAndIncludedIsAnError() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nclusters: [{name: shared}]")
            .with("common.yaml", COMMON)
            .load();

    assertThat(directory.findings())
        .containsExactly(
            "common.yaml:2:12: clusters/shared: this name is taken already, at edge.yaml:2:12;"
                + " nothing is merged or overridden by an include ('common'), so give one of the two"
                + " another name");
    assertThat(directory.configuration().groups()).isEmpty();
  }

  @Test
  void aGroupThatComesByTwoWaysIsThereOnce() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [a, b]\nclusters: []")
            .with("a.yaml", "nodes: []\ninclude: [common]\nlisteners: [{name: a}]")
            .with("b.yaml", "nodes: []\ninclude: [common]\nlisteners: [{name: b}]")
            .with("common.yaml", COMMON)
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/shared", "LDS/a", "LDS/b");
  }

  @Test
  void includedTextSeesTheIncludersVariablesThenItsOwn() throws InvalidProtocolBufferException {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nvars: {a: from-edge}\nlisteners: []")
            .with(
                "common.yaml",
                "nodes: []\nvars: {a: own, b: own}\n"
                    + "clusters: [{name: c, alt_stat_name: \"${vars.a} ${vars.b}\"}]")
            .load();

    assertThat(directory.findings()).isEmpty();
    Cluster cluster =
        only(directory.served(node("n")), ResourceType.CLUSTER).packed().unpack(Cluster.class);
    assertThat(cluster.getAltStatName()).isEqualTo("from-edge own");
  }

  @Test
  void anIncludedGroupMayLeaveVariablesToTheIncluder() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nlisteners: []")
            .with("common.yaml", "nodes: []\nclusters: [{name: c, alt_stat_name: \"${vars.a}\"}]")
            .load();

    assertThat(directory.findings())
        .containsExactly(
            "common.yaml:2:37: clusters/c: '${vars.a}' has no value, set it or give a default:"
                + " ${vars.a:-...}");
    directory.with("edge.yaml", "include: [common]\nvars: {a: x}\nlisteners: []").load();
    assertThat(directory.findings()).isEmpty();
  }

  @Test
  void circlesAndNamesThatLeadNowhereAreErrors() {
    TestDirectory directory =
        new TestDirectory()
            .with("a.yaml", "nodes: [{id: a}]\ninclude: [b]\nclusters: []")
            .with("b.yaml", "nodes: [{id: b}]\ninclude: [a]\nclusters: []")
            .with("c.yaml", "nodes: [{id: c}]\ninclude: [commn]\nclusters: []")
            .with("d.yaml", "include: [d]\nclusters: []")
            .with("e.yaml", "nodes: [{id: e}]\ninclude: [d]\nclusters: []")
            .with("common.yaml", COMMON)
            .load();

    assertThat(directory.findings())
        .containsExactly(
            "a.yaml:2:11: include: goes in a circle: b -> a -> b",
            "b.yaml:2:11: include: goes in a circle: a -> b -> a",
            "c.yaml:2:11: include: there is no group 'commn', did you mean 'common'?",
            "common.yaml:1:1: nodes: warning: 'nodes: []' is for groups that others include, and"
                + " none includes this one",
            "d.yaml:1:11: include: goes in a circle: d -> d",
            "e.yaml:2:11: include: group 'd' has no 'nodes', so it would also be the fallback;"
                + " write 'nodes: []' there if it is only to be included");
  }

  @Test
  @Rule("G-5")
  void aBadIncludedGroupIsIncludedInItsLastGoodState() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "include: [common]\nclusters: [{name: own}]")
            .with("common.yaml", COMMON)
            .load();

    directory
        .with("common.yaml", "nodes: []\nclusters: [{name: shared, typ: EDS}]\n")
        .with("edge.yaml", "include: [common]\nclusters: [{name: own2}]")
        .load();

    assertThat(directory.findings())
        .containsExactly(
            "common.yaml:2:27: clusters/shared: unknown field 'typ', did you mean 'type'?");
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/own2", "CDS/shared");
  }
}
