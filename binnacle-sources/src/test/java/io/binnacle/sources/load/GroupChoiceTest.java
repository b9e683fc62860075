package io.binnacle.sources.load;

import static io.binnacle.sources.TestDirectory.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.sources.TestDirectory;
import org.junit.jupiter.api.Test;

@Rule("G-3")
class GroupChoiceTest {

  private static final NodeAssignment EDGE = new NodeAssignment.Group(ViewKey.of("edge"));
  private static final NodeAssignment OTHER = new NodeAssignment.Group(ViewKey.of("other"));

  private static TestDirectory edgeAnd(String other) {
    return new TestDirectory()
        .with("edge.yaml", "nodes: [{id: \"edge-*\"}]\nclusters: []\n")
        .with("other.yaml", other + "\nclusters: []\n")
        .load();
  }

  @Test
  void aGroupWithoutNodesIsForThoseThatMatchNothing() {
    TestDirectory directory = edgeAnd("group: other");

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.assign(node("edge-1"))).isEqualTo(EDGE);
    assertThat(directory.assign(node("core-1"))).isEqualTo(OTHER);
  }

  @Test
  void ofTwoThatMatchTheHigherPriorityWins() {
    TestDirectory directory = edgeAnd("nodes: [{id: \"*-1\"}]\npriority: 1");

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.assign(node("edge-1"))).isEqualTo(OTHER);
    assertThat(directory.assign(node("edge-2"))).isEqualTo(EDGE);
  }

  @Test
  void aPossibleOverlapIsAWarningAndANodeThatMatchesTwoIsHeld() {
    TestDirectory directory = edgeAnd("nodes: [{id: \"*-1\"}]");

    assertThat(directory.findings())
        .containsExactly(
            "other.yaml:1:1: nodes: warning: a node may match both this group and 'edge'"
                + " (edge.yaml:1), and would then be served nothing new; give one of them a higher"
                + " 'priority'");
    assertThat(directory.configuration().hasErrors()).isFalse();
    assertThat(directory.assign(node("edge-2"))).isEqualTo(EDGE);
    assertThat(directory.assign(node("edge-1")))
        .isEqualTo(
            new NodeAssignment.Held(
                "the groups 'edge' and 'other' match this node at the same priority 0; give one of"
                    + " them a higher priority or narrower nodes"));
  }

  @Test
  void equalSelectorsAtOnePriorityAreAnErrorOfBoth() {
    TestDirectory directory = edgeAnd("nodes: [{cluster: x}, {id: \"edge-*\"}]");

    assertThat(directory.findings())
        .containsExactly(
            "edge.yaml:1:1: nodes: is for the same nodes as group 'other' (other.yaml:1) at the"
                + " same priority 0: both have {id: edge-*}; give one of them a higher 'priority'"
                + " or other nodes",
            "other.yaml:1:1: nodes: is for the same nodes as group 'edge' (edge.yaml:1) at the"
                + " same priority 0: both have {id: edge-*}; give one of them a higher 'priority'"
                + " or other nodes");
  }

  @Test
  void twoFallbacksAreAnError() {
    TestDirectory directory =
        new TestDirectory().with("a.yaml", "clusters: []").with("b.yaml", "clusters: []").load();

    assertThat(directory.findings())
        .hasSize(2)
        .allMatch(f -> f.contains("both have no 'nodes' and are for every node that matches"));
  }

  @Test
  void aNewGroupForTheNodesOfAnotherOneDoesNotBlockThatOne() {
    TestDirectory directory = new TestDirectory().with("a.yaml", "clusters: []").load();

    directory.with("b.yaml", "clusters: []").with("a.yaml", "clusters: [{name: x}]").load();

    assertThat(directory.findings()).hasSize(1).allMatch(f -> f.startsWith("b.yaml:1:1: nodes: "));
    assertThat(directory.configuration().groups().get("a").size()).isEqualTo(1);
  }

  @Test
  @Rule("G-3a")
  void aNodeThatMatchesNothingIsUnmatchedAlsoWhenItsGroupWasDeleted() {
    TestDirectory directory =
        new TestDirectory()
            .with("a.yaml", "nodes: [{id: a}]\nclusters: []")
            .with("b.yaml", "nodes: [{id: b}]\nclusters: []")
            .load();
    assertThat(directory.assign(node("c"))).isEqualTo(new NodeAssignment.Unmatched());

    directory.without("a.yaml").load();

    assertThat(directory.assign(node("a"))).isEqualTo(new NodeAssignment.Unmatched());
    assertThat(directory.assign(node("b"))).isEqualTo(new NodeAssignment.Group(ViewKey.of("b")));
  }

  @Test
  void twoGroupsOfOneNameAreAnError() {
    TestDirectory directory =
        new TestDirectory()
            .with("a.yaml", "group: x\nnodes: [{id: a}]\nclusters: []")
            .with("b.yaml", "group: x\nnodes: [{id: b}]\nclusters: []")
            .load();

    assertThat(directory.findings())
        .containsExactly(
            "a.yaml:1:8: group: another group is named 'x' too: b.yaml:1",
            "b.yaml:1:8: group: another group is named 'x' too: a.yaml:1");
  }
}
