package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static io.binnacle.sources.TestDirectory.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          address: {socket_address: {address: 127.0.0.1, port_value: 10000}}       | 127.0.0.1_10000
          address: {socketAddress: {address: 0.0.0.0, portValue: 53, protocol: UDP}} | 0.0.0.0_53_udp
          address: {socket_address: {address: "::1", port_value: 80}}              | [::1]_80
          address: {socket_address: {address: localhost, named_port: http, resolver_name: x}}        | localhost_http
          address: {socket_address: {address: 127.0.0.1, port_value: "${vars.p}"}} | 127.0.0.1_7
          address: {pipe: {path: /tmp/l.sock}}                                     | /tmp/l.sock
          """)
  void aListenerWithoutANameIsCalledAfterItsAddress(String address, String name) throws Exception {
    TestDirectory directory =
        new TestDirectory()
            .with(
                "edge.yaml",
                "vars: {p: 7}\nlisteners: [{%s, filter_chains: {}}]".formatted(address))
            .load();

    Resource listener = only(directory.served(node("n")), ResourceType.LISTENER);
    assertThat(listener.name()).isEqualTo(name);
    assertThat(listener.packed().unpack(Listener.class).getName()).isEqualTo(name);
    assertThat(directory.findings())
        .contains(
            "edge.yaml:2:13: listeners[0]: warning: has no name, and is called '%s' after its address; set 'name'"
                .formatted(name));
  }

  @Test
  void twoListenersWithoutNamesAndWithOneAddressAreToldToHaveNames() {
    String listener =
        "{address: {socket_address: {address: 127.0.0.1, port_value: 80}}, filter_chains: [{}]}";
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "listeners:\n- %1$s\n- %1$s\n".formatted(listener))
            .load();

    assertThat(directory.findings())
        .contains(
            "edge.yaml:3:3: listeners/127.0.0.1_80: this name is taken already, at edge.yaml:2:3;"
                + " a listener without a name is called after its address, so give each a 'name'");
  }

  @Test
  void aListenerThatIsNamedByItsWrapperHasThatName() throws Exception {
    TestDirectory directory =
        new TestDirectory()
            .with("edge.yaml", "listeners: [{name: w, resource: {stat_prefix: x}}]")
            .load();

    Resource listener = only(directory.served(node("n")), ResourceType.LISTENER);
    assertThat(listener.packed().unpack(Listener.class).getName()).isEqualTo("w");
  }

  @Test
  void aListenerWithoutNameAndAddressIsAnError() {
    TestDirectory directory =
        new TestDirectory().with("edge.yaml", "listeners: [{stat_prefix: x}]").load();

    assertThat(directory.findings())
        .contains("edge.yaml:1:13: listeners[0]: has no name; set 'name'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static_resources: {clusters: {name: c}, listeners: }",
        "static_resources:\n  clusters:\n    name: c\n  secrets: ~\n",
        "clusters: {name: c}"
      })
  void oneValueStandsForAListAndNothingForAnAbsentOneAsForEnvoy(String text) {
    TestDirectory directory = new TestDirectory().with("bootstrap.yaml", text).load();

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/c");
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
