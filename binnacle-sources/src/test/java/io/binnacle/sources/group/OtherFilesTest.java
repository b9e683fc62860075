package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("G-2")
class OtherFilesTest {

  private static final String CLUSTER = "type.googleapis.com/envoy.config.cluster.v3.Cluster";

  @Test
  void ofABootstrapTheStaticResourcesAreTaken() {
    TestDirectory directory =
        new TestDirectory()
            .with(
                "bootstrap.yaml",
                """
                node: {id: a, cluster: b}
                admin: {address: {socket_address: {address: 127.0.0.1, port_value: 9901}}}
                dynamicResources: {}
                static_resources:
                  listeners: [{name: l}]
                  clusters: [{name: c}]
                  secrets: [{name: s}]
                """)
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.configuration().groups().keySet()).containsExactly("default");
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/c", "LDS/l", "SDS/s");
  }

  @Test
  void discoveryResponsesAndSingleResourcesLieLooseAndAreOneGroup() {
    TestDirectory directory =
        new TestDirectory()
            .with(
                "cds.yaml",
                "version_info: \"1\"\nresources: [{\"@type\": %s, name: a}]".formatted(CLUSTER))
            .with(
                "more.json",
                "{\"resources\": [{\"@type\": \"%s\", \"name\": \"b\"}]}".formatted(CLUSTER))
            .with("one.yaml", "\"@type\": %s\nname: c\n".formatted(CLUSTER))
            .with(
                "two.yaml",
                "\"@type\": %1$s\nname: d\n---\n\"@type\": %1$s\nname: e\n".formatted(CLUSTER))
            .with(
                "wrapped.yaml",
                """
                "@type": type.googleapis.com/envoy.service.discovery.v3.DiscoveryResponse
                type_url: %1$s
                resources:
                  - "@type": type.googleapis.com/envoy.service.discovery.v3.Resource
                    name: f
                    version: "7"
                    resource: {"@type": %1$s, name: f}
                """
                    .formatted(CLUSTER))
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.configuration().groups().keySet()).containsExactly("default");
    assertThat(names(directory.served(node("n"))))
        .containsExactly("CDS/a", "CDS/b", "CDS/c", "CDS/d", "CDS/e", "CDS/f");
  }

  @Test
  void aSubDirectoryIsOneGroupWithItsHeaderInOneFile() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge/group.yaml", "group: edge-proxies\nnodes: [{id: n}]\n")
            .with("edge/clusters.yaml", "clusters: [{name: a}]")
            .with("edge/deep/one.yaml", "\"@type\": %s\nname: b\n".formatted(CLUSTER))
            .with("core/all.yaml", "clusters: [{name: c}]")
            .load();

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.configuration().groups().keySet()).containsExactly("core", "edge-proxies");
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/a", "CDS/b");
    assertThat(names(directory.served(node("m")))).containsExactly("CDS/c");
  }

  @Test
  void aHeaderInTwoFilesIsAnError() {
    TestDirectory directory =
        new TestDirectory()
            .with("edge/a.yaml", "nodes: [{id: n}]\nclusters: []\n")
            .with("edge/b.yaml", "clusters: []\npriority: 1\n")
            .load();

    assertThat(directory.findings())
        .containsExactly(
            "edge/b.yaml:2:1: 'priority' belongs to the header of the group, which is in"
                + " edge/a.yaml (line 1) already; keep the header in one place");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {static_resources: {cluster: []}}    | x.yaml:1:21: unknown field 'cluster' of envoy.config.bootstrap.v3.Bootstrap.StaticResources, did you mean 'clusters'?
          {static_resources: {}, admn: {}}     | x.yaml:1:24: unknown field 'admn' of envoy.config.bootstrap.v3.Bootstrap, did you mean 'admin'?
          {static_resources: 5}                | x.yaml:1:20: static_resources: expected a map with listeners, clusters and secrets
          {resources: [], versionInfos: a}     | x.yaml:1:17: unknown field 'versionInfos' of envoy.service.discovery.v3.DiscoveryResponse, did you mean 'version_info'?
          {resources: [{name: c}]}             | x.yaml:1:14: resources/c: '@type' is missing, it says which message this is
          just text                            | x.yaml:1:1: expected a map with the keys of a group, got a string
          """)
  void misspeltKeysAreNotLost(String text, String finding) {
    assertThat(new TestDirectory().with("x.yaml", text).load().findings()).containsExactly(finding);
  }
}
