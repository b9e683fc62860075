package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static io.binnacle.sources.TestDirectory.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("G-1")
class GroupFileTest {

  private static TestDirectory file(String text) {
    return new TestDirectory().with("edge.yaml", text).load();
  }

  @Test
  void everyListHoldsResourcesOfItsType() {
    TestDirectory directory =
        file(
            """
            group: proxies
            listeners: [{name: l}]
            routes: [{name: r}]
            scoped_routes:
              - {name: s, route_configuration_name: r, key: {fragments: [{string_key: k}]}}
            virtual_hosts: [{name: r/v, domains: [a.example]}]
            clusters: [{name: c}]
            endpoints: [{cluster_name: e}]
            locality_endpoints:
              - name: xdstp://a/envoy.config.endpoint.v3.LbEndpoint/c/1
                resource: {health_status: HEALTHY}
            secrets: [{name: x}]
            runtimes: [{name: t}]
            extension_configs:
              - name: f
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
            resources:
              - "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
                name: c2
            """);

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.configuration().groups().keySet()).containsExactly("proxies");
    assertThat(names(directory.served(node("n"))))
        .containsExactlyInAnyOrder(
            "LDS/l",
            "RDS/r",
            "SRDS/s",
            "VHDS/r/v",
            "CDS/c",
            "CDS/c2",
            "EDS/e",
            "LEDS/xdstp://a/envoy.config.endpoint.v3.LbEndpoint/c/1",
            "SDS/x",
            "RTDS/t",
            "ECDS/f");
  }

  @Test
  void theNameIsThatOfTheFileUnlessTheHeaderGivesOne() {
    assertThat(file("clusters: []").configuration().groups().keySet()).containsExactly("edge");
  }

  @Test
  void keysMayBeWrittenInCamelCase() {
    TestDirectory directory =
        file(
            """
            nodes: [{userAgentName: envoy}, {id: n}]
            virtualHosts: [{name: r/v, domains: [a], requireTls: ALL}]
            extensionConfigs:
              - name: f
                typedConfig:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
            """);

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n")))).containsExactly("ECDS/f", "VHDS/r/v");
  }

  @Test
  void blocksOfABootstrapCanBePastedUnchanged() {
    TestDirectory directory =
        file(
            """
              clusters:
              - name: backend
                type: STATIC
                connect_timeout: 1s
                load_assignment:
                  cluster_name: backend
                  endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address:
                    {address: 127.0.0.1, port_value: 8080}}}}]}]
            """);

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n")))).containsExactly("CDS/backend");
  }

  @Test
  void aWrapperGivesNameTtlAndAliases() {
    TestDirectory directory =
        file(
            """
            resources:
              - name: other
                ttl: 1.5s
                aliases: [a, b]
                resource:
                  "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
                  name: c
            group: g
            """);

    assertThat(directory.findings()).isEmpty();
    Resource resource = only(directory.served(node("n")), ResourceType.CLUSTER);
    assertThat(resource.name()).isEqualTo("other");
    assertThat(resource.ttl()).isEqualTo(Duration.ofMillis(1500));
    assertThat(resource.aliases()).containsExactly("a", "b");
    assertThat(resource.onDemand()).isFalse();
  }

  @Test
  @Rule({"D-16", "V-2"})
  void aWrapperSaysWhichClientsAVariantIsFor() {
    String variants =
        """
        clusters:
          - resource_name:
              dynamic_parameter_constraints: {constraint: {key: env, value: prod}}
            resource: {name: web}
          - resource_name:
              name: web
              dynamic_parameter_constraints:
                not_constraints: {constraint: {key: env, %s}}
            resource: {name: web, alt_stat_name: others}
        group: g
        """;
    TestDirectory directory = file(variants.formatted("exists: {}"));
    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n"))))
        .containsExactlyInAnyOrder("CDS/web \u27e8env=prod\u27e9", "CDS/web \u27e8!env\u27e9");

    assertThat(file(variants.formatted("value: test")).findings())
        .singleElement()
        .asString()
        .startsWith("edge.yaml:9:15: clusters/web: ")
        .contains("web \u27e8env=prod\u27e9 (edge.yaml:2:5)")
        .contains("would both be for a client with the parameters {env=prod}");
  }

  @Test
  void aWrapperKeepsAResourceOutOfWildcards() {
    TestDirectory directory =
        file("{clusters: [{on_demand: true, resource: {name: c}}, {name: d}], group: g}");

    assertThat(directory.findings()).isEmpty();
    assertThat(directory.served(node("n")).resources(ResourceType.CLUSTER).values())
        .filteredOn(Resource::onDemand)
        .extracting(Resource::name)
        .containsExactly("c");
  }

  @Test
  void aResourceKnowsWhereItStands() {
    TestDirectory directory = file("clusters:\n  - name: c\n");

    assertThat(only(directory.served(node("n")), ResourceType.CLUSTER).origin())
        .hasToString("edge.yaml:2:5");
  }

  @Test
  @Rule("D-14")
  void aVirtualHostIsAlsoKnownByItsDomains() {
    TestDirectory directory =
        file("virtual_hosts: [{name: r/v, domains: [a.example, \"*.example\", \"b:80\"]}]");

    assertThat(only(directory.served(node("n")), ResourceType.VIRTUAL_HOST).aliases())
        .containsExactly("r/a.example", "r/b:80");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          clustrs: []                   | edge.yaml:1:1: a group has no key 'clustrs', did you mean 'clusters'?
          clusters: 5                   | edge.yaml:1:11: clusters: expected a list of resources, got a number
          clusters:                     | edge.yaml:1:10: clusters: expected a list of resources, got nothing; none at all is 'clusters: []'
          clusters: [{nam: c}]          | edge.yaml:1:13: clusters[0]: unknown field 'nam', did you mean 'name'?
          clusters: [{name: c, typ: EDS}] | edge.yaml:1:22: clusters/c: unknown field 'typ', did you mean 'type'?
          clusters: [{type: EDS}]       | edge.yaml:1:12: clusters[0]: has no name; set 'name'
          clusters: [{name: c}, {name: c}] | edge.yaml:1:23: clusters/c: this name is taken already, at edge.yaml:1:12
          endpoints: [{policy: {}}]     | edge.yaml:1:13: endpoints[0]: has no name; set 'cluster_name'
          {group: , clusters: []}       | edge.yaml:1:8: group: expected a name
          {priority: high, clusters: []} | edge.yaml:1:12: priority: expected a whole number, got a string
          {vars: [], clusters: []}      | edge.yaml:1:8: vars: expected a map, got a list
          {include: a, clusters: []}    | edge.yaml:1:11: include: expected a list of groups, got a string
          {clusters: [], Clusters: []}  | edge.yaml:1:16: 'clusters' is there twice, first at line 1
          locality_endpoints: [{health_status: HEALTHY}] | edge.yaml:1:22: locality_endpoints[0]: has no name, and a LbEndpoint has no field for one: write it as {name: ..., resource: {...}}
          {clusters: [{name: c, resource: {name: d}, on_demand: maybe}]} | edge.yaml:1:55: clusters/c: on_demand: expected true or false, got 'maybe'
          {clusters: [{name: c, resource: {name: d}, tll: 1s}]} | edge.yaml:1:44: clusters/c: 'tll' cannot stand beside 'resource', only name, ttl, aliases, on_demand, resource_name, resource, did you mean 'ttl'?
          {clusters: [{name: c, resource: {name: d}, ttl: 0s}]} | edge.yaml:1:49: clusters/c: ttl: must be longer than nothing
          {clusters: [{resource_name: {dynamic_parameter_constraints: {constraint: {key: env}}}, resource: {name: c}}]} | edge.yaml:1:29: clusters/c: resource_name: the constraint of parameter 'env' needs 'value' or 'exists'
          {clusters: [{name: c, resource_name: {name: d}, resource: {name: c}}]} | edge.yaml:1:13: clusters/c: resource_name: cannot stand beside 'name'
          {clusters: [{resource_name: {nam: d}, resource: {name: c}}]} | edge.yaml:1:30: clusters/c: resource_name: unknown field 'nam', did you mean 'name'?
          clusters: [{name: "xdstp://"}] | edge.yaml:1:12: clusters/xdstp://: name: xdstp://: not a legal xdstp name; expected xdstp://authority/type/id?key=value
          clusters: [{"@type": type.googleapis.com/envoy.config.listener.v3.Listener, name: l}] | edge.yaml:1:22: clusters/l: @type: 'clusters' holds envoy.config.cluster.v3.Cluster, this is another type; put it under 'resources'
          """)
  void whatIsWrongIsSaidWithItsPlace(String text, String finding) {
    assertThat(file(text).findings()).containsExactly(finding);
  }

  @Test
  @Rule("CL-5")
  void everyFindingOfEveryFileIsReportedAtOnce() {
    TestDirectory directory =
        new TestDirectory()
            .with("a.yaml", "group: a\nclusters: [{name: c, x: 1, y: 2}, {name: d, z: 3}]")
            .with("b.yaml", "group: b\nnodes: 5\nlisteners: [{name: l, x: 1}]")
            .with("c.yaml", "clusters: [")
            .load();

    assertThat(directory.findings().stream().map(f -> f.substring(0, 6)).toList())
        .containsExactly("a.yaml", "a.yaml", "a.yaml", "b.yaml", "b.yaml", "c.yaml");
  }
}
