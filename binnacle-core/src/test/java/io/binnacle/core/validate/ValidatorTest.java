package io.binnacle.core.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.google.protobuf.Message;
import io.binnacle.core.TextMessages;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidatorTest {

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final Validator validator = Validator.builder(() -> NOW).build();

  @Test
  @Rule({"V-2", "V-3"})
  void aReferenceThatLeadsNowhereIsAWarningWithTheNearestName() {
    assertThat(
            texts(
                cluster("name: 'backend'"),
                routes(
                    "name: 'r' virtual_hosts { name: 'v' domains: '*' routes { match { prefix: '/' }"
                        + " route { cluster: 'bakend' } } }")))
        .containsExactly(
            "RDS r: virtual_hosts[0].routes[0].route.cluster: warning: there is no Cluster 'bakend'"
                + " here, did you mean 'backend'?");
  }

  @Test
  @Rule("V-2")
  void referencesOfEveryKindAreFollowed() {
    assertThat(
            texts(
                cluster("name: 'c' type: EDS eds_cluster_config { eds_config { ads {} } }"),
                listener(
                    "name: 'l' filter_chains { filters { name: 'h' typed_config {"
                        + " [envoy.extensions.filters.network.http_connection_manager.v3"
                        + ".HttpConnectionManager] { stat_prefix: 's'"
                        + " rds { route_config_name: 'r' config_source { ads {} } }"
                        + " http_filters { name: 'x' config_discovery { config_source { ads {} }"
                        + " type_urls: 'u' } } } } }"
                        + " transport_socket { name: 't' typed_config {"
                        + " [envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext] {"
                        + " common_tls_context { tls_certificate_sds_secret_configs {"
                        + " name: 's' sds_config { ads {} } } } } } } }")))
        .extracting(text -> text.substring(text.lastIndexOf("there is")))
        .containsExactly(
            "there is no ClusterLoadAssignment 'c' here",
            "there is no RouteConfiguration 'r' here",
            "there is no TypedExtensionConfig 'x' here",
            "there is no Secret 's' here");
  }

  @Test
  @Rule("V-2")
  void whatComesFromElsewhereIsNotLookedFor() {
    assertThat(
            texts(
                cluster(
                    "name: 'c' type: EDS eds_cluster_config {"
                        + " eds_config { path_config_source { path: 'p' } } }")))
        .isEmpty();
  }

  @Test
  @Rule("V-3")
  void strictMakesReferencesErrorsAndConstraintsCanBeWarnings() {
    Validator other =
        Validator.builder(() -> NOW)
            .references(Severity.ERROR)
            .constraints(Severity.WARNING)
            .build();
    Snapshot snapshot =
        Snapshot.of(
            routes(
                "name: 'r' virtual_hosts { name: 'v' routes { match { prefix: '/' }"
                    + " route { cluster: 'c' } } }"));
    assertThat(other.validate(snapshot))
        .extracting(Issue::rule, Issue::severity)
        .containsExactly(tuple("constraint", Severity.WARNING), tuple("reference", Severity.ERROR));
  }

  @Test
  @Rule("V-2")
  void listenersThatCollideOnAnAddressAreRefused() {
    assertThat(
            texts(
                listener("name: 'a' " + address("10.0.0.1", 80)),
                listener("name: 'b' " + address("10.0.0.1", 80)),
                listener("name: 'c' " + address("10.0.0.1", 81)),
                listener("name: 'd' " + address("10.0.0.1", 0)),
                listener("name: 'e' " + address("10.0.0.1", 0)),
                listener(
                    "name: 'u' address { socket_address { protocol: UDP address: '10.0.0.1'"
                        + " port_value: 80 } }"),
                listener("name: 'v' additional_addresses { " + address("10.0.0.1", 81) + " }"),
                listener("name: 'x' bind_to_port { value: false } " + address("10.0.0.9", 80)),
                listener("name: 'y' bind_to_port { value: false } " + address("10.0.0.9", 80)),
                listener("name: 'z' address { pipe { path: '/tmp/p' } }"),
                listener("name: 'zz' address { pipe { path: '/tmp/p' } }")))
        .containsExactly(
            "LDS b: address.socket_address: 10.0.0.1:80 is taken by listener 'a'",
            "LDS v: additional_addresses[0].address.socket_address: 10.0.0.1:81 is taken by"
                + " listener 'c'",
            "LDS y: address.socket_address: 10.0.0.9:80 is taken by listener 'x'",
            "LDS zz: address.pipe: /tmp/p is taken by listener 'z'");
  }

  private static String address(String address, int port) {
    return "address { socket_address { address: '" + address + "' port_value: " + port + " } }";
  }

  @Test
  @Rule("V-2")
  void virtualHostsWithEqualDomainsAreRefusedInlineToo() {
    String hosts =
        "virtual_hosts { name: 'a' domains: ['x.com', '*'] }"
            + " virtual_hosts { name: 'b' domains: ['X.com', 'y.com'] }";
    assertThat(
            texts(
                routes("name: 'r' " + hosts),
                listener(
                    "name: 'l' filter_chains { filters { name: 'h' typed_config {"
                        + " [envoy.extensions.filters.network.http_connection_manager.v3"
                        + ".HttpConnectionManager] { stat_prefix: 's' route_config { "
                        + hosts
                        + " } } } } }")))
        .containsExactly(
            "LDS l: filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[1]"
                + ".domains[0]: 'X.com' is a domain of virtual host 'a' too",
            "RDS r: virtual_hosts[1].domains[0]: 'X.com' is a domain of virtual host 'a' too");
  }

  @Test
  @Rule("SRDS-1")
  void twoScopesWithOneKeyAreRefused() {
    String scope = "route_configuration { virtual_hosts { name: 'v' domains: '*' } } key {";
    assertThat(
            texts(
                scope("name: 'a' " + scope + " fragments { string_key: 'k' } }"),
                scope("name: 'b' " + scope + " fragments { string_key: 'k' } }"),
                scope("name: 'c' " + scope + " fragments { string_key: 'other' } }")))
        .containsExactly("SRDS b: key: scope 'a' has the same key: k");
  }

  @Test
  @Rule("RTDS-1")
  void aListInARuntimeLayerIsRefused() {
    assertThat(
            texts(
                TextMessages.parse(
                    "envoy.service.runtime.v3.Runtime",
                    "name: 'r' layer { fields { key: 'a' value { struct_value { fields { key: 'b'"
                        + " value { list_value {} } } } } }"
                        + " fields { key: 'n' value { number_value: 1 } } }")))
        .containsExactly("RTDS r: layer.a.b: a list is no legal value of a runtime key");
  }

  @Test
  @Rule("V-2")
  void anApplicationAddsChecksOfItsOwn() {
    Validator own =
        Validator.builder(() -> NOW)
            .check(
                new Check() {
                  @Override
                  public void resource(Resource resource, Message message, Report report) {
                    if (!resource.name().startsWith("team-")) {
                      report.error("team", resource, FieldPath.ROOT, "needs the team's prefix");
                    }
                  }
                })
            .build();
    assertThat(own.validate(Snapshot.of(cluster("name: 'c'"), cluster("name: 'team-c'"))))
        .extracting(Issue::toString)
        .containsExactly("CDS c: needs the team's prefix");
  }

  @Test
  @Rule("G-7")
  void whatIsDeprecatedIsAWarningWhereThatIsAskedFor() {
    Snapshot snapshot =
        Snapshot.of(
            cluster(
                "name: 'c' http2_protocol_options {} health_checks { timeout { seconds: 1 }"
                    + " interval { seconds: 1 } healthy_threshold { value: 1 }"
                    + " unhealthy_threshold { value: 1 } tcp_health_check {} }"));
    assertThat(validator.validate(snapshot)).isEmpty();
    assertThat(Validator.builder(() -> NOW).deprecations(true).build().validate(snapshot))
        .extracting(Issue::toString)
        .containsExactly("CDS c: http2_protocol_options: warning: this field is deprecated");
  }

  private List<String> texts(Message... messages) {
    return validator.validate(Snapshot.of(messages)).stream().map(Issue::toString).toList();
  }

  private static Message cluster(String text) {
    return TextMessages.parse("envoy.config.cluster.v3.Cluster", text);
  }

  private static Message routes(String text) {
    return TextMessages.parse("envoy.config.route.v3.RouteConfiguration", text);
  }

  private static Message scope(String text) {
    return TextMessages.parse("envoy.config.route.v3.ScopedRouteConfiguration", text);
  }

  private static Message listener(String text) {
    return TextMessages.parse(
        "envoy.config.listener.v3.Listener", text + " default_filter_chain {}");
  }
}
