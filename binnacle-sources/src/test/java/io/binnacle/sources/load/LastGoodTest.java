package io.binnacle.sources.load;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.sources.TestDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("G-5")
class LastGoodTest {

  private static final String A = "nodes: [{id: a}]\nclusters: [{name: x}, {name: y}]\n";

  private static TestDirectory loaded() {
    return new TestDirectory()
        .with("a.yaml", A)
        .with("b.yaml", "nodes: [{id: b}]\nclusters: [{name: z}]\n")
        .with("rest.yaml", "clusters: [{name: r}]\n")
        .load();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes: [{id: a}]\nclusters: [{name: x, typ: EDS}]\n",
        "nodes: [{id: a}]\nclusters: [",
        "nodes: [{id: a}]\nclusters: [{name: x}\n",
        "nodes: [{idd: a}]\nclusters: []\n",
        "nods: [{id: a}]\nclusters: []\n",
        "",
        "# only a comment\n",
      })
  @Rule("G-3")
  void aBadGroupKeepsItsLastGoodStateAndBlocksNoOther(String bad) {
    TestDirectory directory = loaded();

    directory.with("a.yaml", bad).with("b.yaml", "nodes: [{id: b}]\nclusters: [{name: z2}]").load();

    assertThat(directory.findings()).isNotEmpty().allMatch(f -> f.startsWith("a.yaml:"));
    assertThat(names(directory.served(node("a")))).containsExactly("CDS/x", "CDS/y");
    assertThat(names(directory.served(node("b")))).containsExactly("CDS/z2");
    assertThat(names(directory.served(node("c")))).containsExactly("CDS/r");
  }

  @Test
  void aGroupThatIsMendedIsServedAgain() {
    TestDirectory directory = loaded().with("a.yaml", "nodes: [").load();

    directory.with("a.yaml", "nodes: [{id: a}]\nclusters: [{name: new}]").load();

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("a")))).containsExactly("CDS/new");
  }

  @Test
  void aGroupThatNeverLoadedKeepsItsSelectorsSoItsNodesDoNotFallThrough() {
    TestDirectory directory =
        loaded().with("new.yaml", "nodes: [{id: n}]\nclusters: [{nam: x}]").load();

    assertThat(directory.assign(node("n")))
        .isEqualTo(
            new NodeAssignment.Held(
                "group 'new' could not be loaded: new.yaml:2:13: clusters[0]: unknown field 'nam',"
                    + " did you mean 'name'?"));
    assertThat(directory.assign(node("c"))).isEqualTo(new NodeAssignment.Group(ViewKey.of("rest")));
  }

  @Test
  void whileSelectorsCannotBeReadNoNodeGetsTheFallback() {
    TestDirectory directory = loaded().with("new.yaml", "nodes: [{id: n}\n").load();

    assertThat(directory.assign(node("c"))).isInstanceOf(NodeAssignment.Held.class);
    assertThat(directory.assign(node("a"))).isEqualTo(new NodeAssignment.Group(ViewKey.of("a")));

    directory.with("new.yaml", "nodes: [{id: n}]\nclusters: []\n").load();
    assertThat(directory.assign(node("c"))).isEqualTo(new NodeAssignment.Group(ViewKey.of("rest")));
  }

  @Test
  void aRenamedFileIsTheSameGroup() {
    TestDirectory directory =
        loaded()
            .without("a.yaml")
            .with("a2.yaml", "group: a\nnodes: [{id: a}]\nclusters: [{x: 1}]");

    directory.load();

    assertThat(names(directory.served(node("a")))).containsExactly("CDS/x", "CDS/y");
  }

  @Test
  @Rule("G-3a")
  void aTypeThatIsGoneFromTheTextIsNotEmptiedUnlessTheTextSaysSo() {
    TestDirectory directory = loaded().with("a.yaml", "nodes: [{id: a}]\nlisteners: []\n").load();

    assertThat(directory.findings())
        .containsExactly(
            "a.yaml:1:1: clusters: was served until now and is gone from the text; write 'clusters:"
                + " []' to empty it");
    assertThat(names(directory.served(node("a")))).containsExactly("CDS/x", "CDS/y");

    directory.with("a.yaml", "nodes: [{id: a}]\nclusters: []\n").load();
    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("a")))).isEmpty();
  }

  @Test
  void aLooseFileThatCannotBeReadStaysWithTheLooseFiles() {
    String cluster = "\"@type\": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: ";
    TestDirectory directory =
        new TestDirectory().with("one.yaml", cluster + "a").with("two.yaml", cluster + "b").load();

    directory.with("one.yaml", "").load();

    assertThat(directory.findings()).hasSize(1);
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/a", "CDS/b");
  }

  @Test
  void aFileThatLostItsEndEmptiesNoType() throws IOException {
    Path quickstart = Path.of(System.getProperty("binnacle.root"), "examples/quickstart/edge.yaml");
    String text = Files.readString(quickstart);
    for (int length = 0; length < text.length(); length += 7) {
      TestDirectory directory = new TestDirectory().with("edge.yaml", text).load();

      directory.with("edge.yaml", text.substring(0, length)).load();

      assertThat(directory.served(node("n")).types())
          .as("the first %s characters", length)
          .hasSize(4);
    }
  }
}
