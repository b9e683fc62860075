package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code validate --with-envoy}: what our checks take and a real Envoy refuses. */
class ValidateWithEnvoyTest {

  private static final String HCM =
      "\"@type\": type.googleapis.com/envoy.extensions.filters.network"
          + ".http_connection_manager.v3.HttpConnectionManager";
  private static final String ROUTER =
      "\"@type\": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router";
  private static final String TLS =
      "\"@type\": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext";
  private static final String MUTATION =
      "type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation";

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp);
  }

  private Run validate(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "validate";
    arguments[1] = "--with-envoy=" + RealEnvoy.path();
    arguments[2] = conf.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Run.of(arguments);
  }

  private void refused(String text, String place, String finding) {
    conf.with("edge.yaml", text);
    assertThat(Run.of("validate", conf.toString()).code()).as("by our checks").isZero();

    Run run = validate();

    assertThat(run.out().lines()).as(run.err()).hasSize(1);
    assertThat(run.out()).startsWith(conf.path().resolve("edge.yaml") + place).contains(finding);
    assertThat(run.code()).isEqualTo(65);
    assertThat(run.err()).contains("0 good groups, 1 error", "was asked");
  }

  @Test
  @Rule("V-2")
  void aListenerWithAScriptThatIsNone() {
    refused(
        """
        listeners:
          - name: good
            address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
            filter_chains:
              - filters:
                  - name: hcm
                    typed_config:
                      <HCM>
                      stat_prefix: a
                      route_config: {}
                      http_filters: [{name: router, typed_config: {<ROUTER>}}]
          - name: bad
            address: {socket_address: {address: 127.0.0.1, port_value: 10001}}
            filter_chains:
              - filters:
                  - name: hcm
                    typed_config:
                      <HCM>
                      stat_prefix: a
                      rds: {route_config_name: main, config_source: {ads: {}}}
                      http_filters:
                        - name: script
                          typed_config: {<LUA>, default_source_code: {inline_string: "function ("}}
                        - name: envoy.filters.http.router
                          typed_config: {<ROUTER>}
        routes: [{name: main}]
        """
            .replace("<HCM>", HCM)
            .replace("<LUA>", ROUTER.replace("router.v3.Router", "lua.v3.Lua"))
            .replace("<ROUTER>", ROUTER),
        ":",
        "listeners/bad: ");
  }

  @Test
  @Rule("V-2")
  void routesWithARegexThatIsNone() {
    refused(
        """
        clusters: [{name: c}]
        routes:
          - name: main
            virtual_hosts:
              - name: v
                domains: ["*"]
                routes:
                  - match: {prefix: /a}
                    route: {cluster: c}
                  - match:
                      safe_regex:
                        regex: /.{70}
                    route: {cluster: c}
        """,
        ":12:24: routes/main: virtual_hosts[0].routes[1].match.safe_regex.regex: ",
        "RE2 program size of 145");
  }

  @Test
  @Rule("V-2")
  void aVirtualHostAndAScopeOfTheirOwn() {
    refused(
        """
        virtual_hosts:
          - name: main/v
            domains: ["*"]
            routes:
              - match: {safe_regex: {regex: ".{71}"}}
                direct_response: {status: 200}
        """,
        ":5:37: virtual_hosts/main/v: ",
        "RE2 program size of");
    conf.with("edge.yaml", "clusters: []\nvirtual_hosts: []\n");
    refused(
        """
        scoped_routes:
          - name: s
            key: {fragments: [{string_key: k}]}
            route_configuration:
              name: inline
              virtual_hosts:
                - name: v
                  domains: ["*"]
                  routes:
                    - match: {safe_regex: {regex: ".{72}"}}
                      direct_response: {status: 200}
        """,
        ":10:43: scoped_routes/s: ",
        "RE2 program size of");
  }

  @Test
  @Rule("V-2")
  void aClusterWhosePolicyContradictsItself() {
    refused(
        """
        clusters:
          - name: good
          - name: bad
            lb_policy: ROUND_ROBIN
            typed_extension_protocol_options:
              mistaken:
                "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
                explicit_http_config: {http_protocol_options: {}}
        """,
        ":3:5: clusters/bad: ",
        "for name: 'mistaken'");
  }

  @Test
  @Rule("V-2")
  void aClusterWithAnUnknownCipherBesideASecretThatIsGood() {
    refused(
        """
        clusters:
          - name: tls
            transport_socket:
              name: tls
              typed_config:
                <TLS>
                common_tls_context:
                  tls_params:
                    cipher_suites: [ECDHE-RSA-AES128-GCM-SHA256, NO-SUCH-CIPHER]
                  validation_context_sds_secret_config: {name: roots, sds_config: {ads: {}}}
        secrets: [{name: roots, validation_context: {}}]
        """
            .replace("<TLS>", TLS),
        ":9:58: clusters/tls: ",
        "cipher_suites[1]: Envoy refuses it: Failed to initialize cipher suites");
  }

  @Test
  @Rule("V-2")
  void anAssignmentWithAResolverThatNobodyKnows() {
    refused(
        """
        endpoints:
          - cluster_name: c
            endpoints:
              - lb_endpoints:
                  - endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: 1}}}
                  - endpoint: {address: {socket_address: {address: 127.0.0.1, named_port: http, resolver_name: some}}}
        """,
        ":6:104: endpoints/c: endpoints[0].lb_endpoints[1].endpoint.address.socket_address.resolver_name: ",
        "Unknown address resolver: some");
  }

  @Test
  @Rule("V-2")
  void aMemberOfACollectionOfEndpointsLikewise() {
    refused(
        """
        locality_endpoints:
          - name: xdstp://a/envoy.config.endpoint.v3.LbEndpoint/c/1
            resource:
              endpoint: {address: {socket_address: {address: 127.0.0.1, named_port: http, resolver_name: some}}}
        """,
        ":4:98: locality_endpoints/xdstp://a/envoy.config.endpoint.v3.LbEndpoint/c/1: ",
        "Unknown address resolver: some");
  }

  @Test
  @Rule("V-2")
  void aSecretThatHoldsNoCertificates() {
    refused(
        """
        secrets:
          - name: roots
            validation_context: {trusted_ca: {inline_string: nonsense}}
        """,
        ":2:5: secrets/roots: ",
        "Failed to load trusted CA certificates from <inline>");
  }

  @Test
  @Rule("V-2")
  void sessionTicketKeysOfAWrongLength() {
    refused(
        """
        secrets:
          - name: tickets
            session_ticket_keys: {keys: [{inline_string: short}]}
        """,
        ":2:5: secrets/tickets: ",
        "Incorrect TLS session ticket key length");
  }

  @Test
  @Rule("V-2")
  void anExtensionIsLookedAtWhereAListenerAsksForIt() {
    refused(
        """
        listeners:
          - name: l
            address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
            filter_chains:
              - filters:
                  - name: hcm
                    typed_config:
                      <HCM>
                      stat_prefix: a
                      route_config: {}
                      http_filters:
                        - name: ext
                          config_discovery:
                            config_source: {ads: {}}
                            type_urls: [<MUTATION>]
                        - name: router
                          typed_config: {<ROUTER>}
        extension_configs:
          - name: ext
            typed_config:
              "@type": <MUTATION>
              mutations:
                request_mutations:
                  - append: {header: {key: a, value: "100% sure"}}
        """
            .replace("<HCM>", HCM)
            .replace("<ROUTER>", ROUTER)
            .replace("<MUTATION>", MUTATION),
        ":24:46: extension_configs/ext: ",
        "Couldn't find valid command");
  }

  @Test
  @Rule("V-2")
  void oneFaultHidesNoOther() throws IOException {
    StringBuilder text = new StringBuilder("routes:\n");
    for (int i = 0; i < 40; i++) {
      String regex = i % 13 == 5 ? ".{70}" : ".*";
      text.append("  - {name: r")
          .append(i)
          .append(
              ", virtual_hosts: [{name: v, domains: [x], routes: [{match: {safe_regex: {regex: '")
          .append(regex)
          .append("'}}, direct_response: {status: 200}}]}]}\n");
    }
    conf.with("edge.yaml", text.toString()).with("other.yaml", "nodes: [{id: b}]\nclusters: []\n");

    Run run = validate("-o", "sarif");

    assertThat(run.code()).isEqualTo(65);
    JsonNode results = new ObjectMapper().readTree(run.out()).at("/runs/0/results");
    assertThat(results)
        .extracting(r -> r.at("/locations/0/physicalLocation/region/startLine").asInt())
        .containsExactly(7, 20, 33);
    assertThat(results).extracting(r -> r.at("/ruleId").asText()).containsOnly("envoy");
    assertThat(run.err()).contains("1 good group, 3 errors");
  }

  @Test
  @Rule("V-2")
  void whatEnvoyTakesOverASubscriptionWithoutItsClustersSecretsAndRoutesItTakesHereToo() {
    conf.with(
        "edge.yaml",
        LonelyGroup.TEXT.replace("<HCM>", HCM).replace("<ROUTER>", ROUTER).replace("<TLS>", TLS));

    Run run = validate();

    assertThat(run.out().lines().filter(line -> line.contains("Envoy"))).isEmpty();
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }

  @Test
  @Rule("G-4")
  void whatNeedsANodeIsNamedAndDefaultsAreLookedAt() {
    conf.with(
        "edge.yaml",
        """
        endpoints:
          - cluster_name: defaulted
            endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: "::1", port_value: 1, resolver_name: "${node.metadata.ip:-no.ip}"}}}}]}]
          - cluster_name: asking
            endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: "::1", port_value: 1, resolver_name: "${node.metadata.ip}"}}}}]}]
        """);

    Run run = validate();

    assertThat(run.out()).contains(":3:", "endpoints/defaulted", "Unknown address resolver: no.ip");
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.err()).contains("group edge: not shown to Envoy", "endpoints/asking");
  }

  @Test
  void aFileThatIsNotHereIsAWarning() {
    conf.with(
        "edge.yaml",
        """
        secrets:
          - name: s
            validation_context:
              trusted_ca: {filename: /not/here/ca.pem}
        """);

    Run run = validate();

    assertThat(run.code()).as(run.out()).isZero();
    assertThat(run.out()).contains(":4:30: secrets/s: ", "warning: ", "not on this machine");
  }
}
