package io.binnacle.sources.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.TestDirectory;
import io.binnacle.text.Finding;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each finding says of what kind it is, for programs. */
class FindingRulesTest {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(IssueKind.SYNTAX, "clusters: [{name: c"),
        Arguments.of(IssueKind.GROUP, "clusters: 7"),
        Arguments.of(IssueKind.GROUP, "clusters: [{type: EDS}]"),
        Arguments.of(IssueKind.NODES, "nodes: [{id: 7, no: such}]"),
        Arguments.of(IssueKind.INCLUDE, "include: [nobody]"),
        Arguments.of(IssueKind.VARIABLE, "clusters: [{name: '${vars.none}'}]"),
        Arguments.of(IssueKind.DUPLICATE, "clusters: [{name: c}, {name: c}]"),
        Arguments.of(IssueKind.DECODE, "clusters: [{name: c, no_such: 1}]"),
        Arguments.of(IssueKind.CONSTRAINT, "clusters: [{name: c, connect_timeout: 0s}]"),
        Arguments.of(
            IssueKind.REFERENCE,
            "clusters: [{name: c, type: EDS, eds_cluster_config: {eds_config: {ads: {}}}}]"),
        Arguments.of(
            IssueKind.LISTENER_ADDRESS,
            """
            listeners:
              - {name: a, address: &x {socket_address: {address: 127.0.0.1, port_value: 1}}, filter_chains: [{}]}
              - {name: b, address: *x, filter_chains: [{}]}
            """),
        Arguments.of(
            IssueKind.DOMAIN,
            """
            routes:
              - name: r
                virtual_hosts: [{name: a, domains: [x]}, {name: b, domains: [X]}]
            """),
        Arguments.of(
            IssueKind.SCOPE_KEY,
            """
            scoped_routes:
              - &s {name: a, route_configuration_name: r, key: {fragments: [{string_key: k}]}}
              - {<<: *s, name: b}
            routes: [{name: r}]
            """),
        Arguments.of(IssueKind.RUNTIME, "runtimes: [{name: r, layer: {a: [1]}}]"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void whatIsWrongHasItsKind(IssueKind kind, String text) {
    TestDirectory directory = new TestDirectory().with("edge.yaml", text).load();

    assertThat(directory.configuration().findings())
        .extracting(Finding::rule)
        .as(() -> String.join("\n", directory.findings()))
        .containsOnly(kind.id());
  }

  @ParameterizedTest
  @MethodSource("emptied")
  void whatIsWrongWithAChangeHasItsKind(IssueKind kind, String before, String after) {
    TestDirectory directory = new TestDirectory().with("edge.yaml", before).load();
    directory.with("edge.yaml", after).load();

    assertThat(directory.configuration().findings())
        .extracting(Finding::rule)
        .containsExactly(kind.id());
  }

  static Stream<Arguments> emptied() {
    return Stream.of(Arguments.of(IssueKind.EMPTIED, "clusters: [{name: c}]", "group: edge"));
  }
}
