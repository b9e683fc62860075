package io.binnacle.sources.select;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.SourceText;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("G-3")
class SelectorsTest {

  private static final Node NODE = node();

  private static Node node() {
    Node.Builder node = Node.newBuilder().setId("edge-1").setCluster("edge");
    node.getLocalityBuilder().setRegion("eu").setZone("eu-1").setSubZone("a");
    node.setUserAgentName("envoy");
    node.getUserAgentBuildVersionBuilder().getVersionBuilder().setMajorNumber(1).setMinorNumber(40);
    Struct.Builder metadata = node.getMetadataBuilder();
    try {
      JsonFormat.parser()
          .merge(
              "{\"region\":\"eu-west\",\"canary\":true,\"weight\":10,\"ratio\":0.5,"
                  + "\"roles\":[\"web\",\"api\"],\"deep\":{\"er\":{\"x\":\"y\"}},\"none\":null}",
              metadata);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return node.build();
  }

  private static Selection read(String yaml, Findings findings) {
    return new SelectionReader(findings).read(SourceText.parse("f.yaml", yaml, findings).get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {id: edge-1}                            | true
          {id: "edge-*", cluster: edge}           | true
          {id: "edge-*", cluster: core}           | false
          {cluster: "*"}                          | true
          {locality: {region: eu}}                | true
          {locality: {region: eu, zone: eu-1, sub_zone: a}} | true
          {locality: {region: eu, subZone: b}}    | false
          {userAgentName: envoy}                  | true
          {user_agent_name: "grpc*"}              | false
          {user_agent_version: "1.40.*"}          | true
          {user_agent_version: "1.39.*"}          | false
          {metadata: {region: "eu-*"}}            | true
          {metadata: {region: "us-*"}}            | false
          {metadata: {region: "*", missing: "*"}} | false
          {metadata: {none: "*"}}                 | false
          {metadata: {canary: true}}              | true
          {metadata: {canary: "false"}}           | false
          {metadata: {weight: 10}}                | true
          {metadata: {weight: "10"}}              | true
          {metadata: {ratio: 0.5}}                | true
          {metadata: {roles: web}}                | true
          {metadata: {roles: [web, "a*"]}}        | true
          {metadata: {roles: [web, db]}}          | false
          {metadata: {region: ["eu-*"]}}          | true
          {metadata: {deep: {er: {x: y}}}}        | true
          {metadata: {deep: {er: {x: z}}}}        | false
          {metadata: {deep: {er: y}}}             | false
          {metadata: {deep: "*"}}                 | true
          """)
  void allFieldsOfAnEntryMustMatch(String selector, boolean matches) {
    Findings findings = new Findings();

    Selection selection = read("[" + selector + "]", findings);

    assertThat(findings.sorted()).isEmpty();
    assertThat(((Selection.Nodes) selection).matches(NODE)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {cluster: edge}  | {cluster: edge, id: a}          | true
          {cluster: edge}  | {id: a}                         | true
          {cluster: edge}  | {cluster: core, id: a}          | false
          {cluster: "e*"}  | {cluster: "*e"}                 | true
          {metadata: {a: x}} | {metadata: {a: y}}            | false
          {metadata: {a: x}} | {metadata: {b: y}}            | true
          {metadata: {a: x}} | {metadata: {a: [y]}}          | true
          {metadata: {a: x}} | {metadata: {a: {b: y}}}       | false
          {metadata: {a: {b: x}}} | {metadata: {a: {b: "*"}}} | true
          {metadata: {a: {b: x}}} | {metadata: {a: {b: y}}}  | false
          {metadata: {a: {b: x}}} | {metadata: {a: "*"}}     | true
          """)
  void twoOverlapWhenANodeCouldMatchBoth(String a, String b, boolean overlap) {
    Selection.Nodes one = (Selection.Nodes) read("[" + a + "]", new Findings());
    Selection.Nodes two = (Selection.Nodes) read("[" + b + "]", new Findings());

    assertThat(one.overlaps(two)).isEqualTo(overlap);
    assertThat(two.overlaps(one)).isEqualTo(overlap);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          edge            | f.yaml:1:1: nodes: expected a list of selectors, got a string; leave the key out for a fallback, or write 'nodes: []' for a group that is only included
          [edge]          | f.yaml:1:2: nodes: expected a map such as {cluster: edge}, got a string; every node is {id: "*"}
          [{}]            | f.yaml:1:2: nodes: expected a map such as {cluster: edge}, got an empty one; every node is {id: "*"}
          [{clusterr: a}] | f.yaml:1:3: nodes: a node has no 'clusterr' to select by, did you mean 'cluster'?
          [{colour: a}]   | f.yaml:1:3: nodes: a node has no 'colour' to select by; there is id, cluster, locality, metadata, user_agent_name, user_agent_version
          [{id: [a]}]     | f.yaml:1:7: nodes: id: expected a text, '*' stands for any part of it; got a list
          [{locality: eu}] | f.yaml:1:13: nodes: locality: expected a map with region, zone or sub_zone, got a string
          [{locality: {zones: a}}] | f.yaml:1:14: nodes: a node has no 'zones' to select by, did you mean 'zone'?
          [{metadata: {a: null}}]  | f.yaml:1:17: nodes: metadata.a: expected a text, '*' stands for any part of it; got nothing
          """)
  void whatIsWrongSaysWhatWouldBeRight(String nodes, String finding) {
    Findings findings = new Findings();

    Selection selection = read(nodes, findings);

    assertThat(selection).isEqualTo(new Selection.Unreadable());
    List<String> report = findings.sorted().stream().map(Finding::toString).toList();
    assertThat(report).containsExactly(finding);
  }
}
