package io.binnacle.sources.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import io.envoyproxy.envoy.config.core.v3.Node;
import org.junit.jupiter.api.Test;

class ValidationTest {

  private static final Node NODE = Node.newBuilder().setId("n").build();

  @Test
  @Rule({"V-1", "V-2"})
  void aBrokenConstraintIsRefusedWithItsPlaceAndTheLastGoodStateStays() {
    TestDirectory directory =
        new TestDirectory().with("edge.yaml", "clusters: [{name: good}]").load();
    directory
        .with(
            "edge.yaml",
            """
            clusters:
              - name: good
            routes:
              - name: main
                virtual_hosts:
                  - name: v
                    domains: ["*"]
                    routes:
                      - match: {prefix: /}
                        route:
                          cluster: ""
            """)
        .load();
    assertThat(directory.findings())
        .containsExactly(
            "edge.yaml:11:24: routes/main: virtual_hosts[0].routes[0].route.cluster:"
                + " must not be empty");
    assertThat(directory.configuration().hasErrors()).isTrue();
    Snapshot served = directory.served(NODE);
    assertThat(served.resources(ResourceType.CLUSTER)).containsOnlyKeys("good");
    assertThat(served.resources(ResourceType.ROUTE_CONFIGURATION)).isEmpty();
  }

  @Test
  @Rule("V-2")
  void faultsInsideOfExtensionsHaveTheirLine() {
    assertThat(
            new TestDirectory()
                .with(
                    "edge.yaml",
                    """
                    clusters: [{name: c}]
                    listeners:
                      - name: l
                        filterChains:
                          - filters:
                              - name: tcp
                                typedConfig:
                                  "@type": type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy
                                  statPrefix: ""
                                  cluster: d
                    """)
                .load()
                .findings())
        .containsExactly(
            "edge.yaml:9:27: listeners/l: filter_chains[0].filters[0].typed_config.stat_prefix:"
                + " must not be empty");
  }

  @Test
  @Rule({"V-2", "V-3"})
  void aDanglingReferenceIsAWarningWithPlaceAndHintAndIsServed() {
    TestDirectory directory =
        new TestDirectory()
            .with("common.yaml", "nodes: []\nclusters: [{name: backend}]")
            .with(
                "edge.yaml",
                """
                include: [common]
                routes:
                  - name: main
                    virtual_hosts:
                      - name: v
                        domains: ["*"]
                        routes:
                          - match: {prefix: /a}
                            route: {cluster: backend}
                          - match: {prefix: /}
                            route: {cluster: bakend}
                """)
            .load();
    assertThat(directory.findings())
        .containsExactly(
            "edge.yaml:11:30: routes/main: virtual_hosts[0].routes[1].route.cluster: warning:"
                + " there is no Cluster 'bakend' here, did you mean 'backend'?");
    assertThat(directory.configuration().hasErrors()).isFalse();
    assertThat(directory.served(NODE).resources(ResourceType.ROUTE_CONFIGURATION))
        .containsOnlyKeys("main");
  }

  @Test
  @Rule("V-2")
  void listenersThatCollideAreRefusedWithBothPlaces() {
    assertThat(
            new TestDirectory()
                .with(
                    "edge.yaml",
                    """
                    listeners:
                      - name: a
                        address: {socket_address: {address: 0.0.0.0, port_value: 80}}
                        filter_chains: [{}]
                      - name: b
                        address: {socket_address: {address: 0.0.0.0, port_value: 80}}
                        filter_chains: [{}]
                    """)
                .load()
                .findings())
        .containsExactly(
            "edge.yaml:6:31: listeners/b: address.socket_address: 0.0.0.0:80 is taken by listener"
                + " 'a', at edge.yaml:2:5");
  }

  @Test
  @Rule({"V-1", "G-4"})
  void aResourceThatDependsOnTheNodeIsCheckedForTheNode() {
    TestDirectory directory =
        new TestDirectory()
            .with(
                "edge.yaml",
                """
                listeners:
                  - name: l
                    address: {socket_address: {address: a, port_value: "${node.metadata.port}"}}
                clusters:
                  - {name: "${node.cluster}"}
                routes:
                  - name: r
                    virtual_hosts:
                      - name: v
                        domains: ["*"]
                        routes:
                          - match: {prefix: /}
                            route: {cluster: "${node.cluster}"}
                """)
            .load();
    assertThat(directory.findings()).isEmpty();
  }
}
