package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.harness.Run;
import io.binnacle.rules.Rule;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code validate} knows of the newest Envoy API, which the build takes out of an Envoy. */
@Rule("G-7")
class NewestApiTest {

  private static final String LISTENER =
      """
      listeners:
        - name: l
          address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
          filter_chains:
            - filters:
                - name: hcm
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                    stat_prefix: a
                    <HCM>
                    route_config:
                      virtual_hosts:
                        - name: v
                          domains: ["*"]
                          routes:
                            - match: {prefix: /}
                              <ROUTE>
                    http_filters:
                      - name: f
                        typed_config: <FILTER>
                      - name: router
                        typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
      """;
  private static final String TYPE = "\"@type\": type.googleapis.com/envoy.extensions.";
  private static final String AUTHZ =
      "{"
          + TYPE
          + "filters.http.ext_authz.v3.ExtAuthz, transport_api_version: V3, grpc_service:"
          + " {google_grpc: {target_uri: a, stat_prefix: a}}<MORE>}";
  private static final String DIRECT = "direct_response: {status: 200}";

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp);
  }

  private static void needTheNewestApi() {
    Assumptions.assumeTrue(
        "1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))
            || TypeCatalog.newest() != TypeCatalog.generated(),
        "the build could not bundle the Envoy API");
  }

  private Run validate(String hcm, String route, String filter) {
    conf.with(
        "edge.yaml",
        LISTENER.replace("<HCM>", hcm).replace("<ROUTE>", route).replace("<FILTER>", filter));
    return Run.of("validate", conf.toString());
  }

  private static String authz(String more) {
    return AUTHZ.replace("<MORE>", more.isEmpty() ? "" : ", " + more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tracing: {operation: '%REQ(:PATH)%'}",
        "tracing: {operation: a, upstream_operation: b}",
        "tracing: {operation: a, upstreamOperation: b}"
      })
  void fieldsOfAConnectionManagerThatAreNewerThanTheClasses(String hcm) {
    needTheNewestApi();

    Run run = validate(hcm, DIRECT, authz(""));

    assertThat(run.code()).as(run.out()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "direct_response: {status: 200, body_format: {text_format_source: {inline_string: a}}}",
        "directResponse: {status: 200, bodyFormat: {textFormatSource: {inlineString: a}}}",
        "route: {cluster: c, rate_limits: [{actions: [{remote_address_match: {address_matcher:"
            + " {ranges: [{address_prefix: 10.0.0.0, prefix_len: 8}]}, descriptor_value: v}}]}]}",
        "route: {cluster: c, rateLimits: [{actions: [{remoteAddressMatch: {addressMatcher: {ranges:"
            + " [{addressPrefix: 10.0.0.0, prefixLen: 8}]}, descriptorValue: v}}]}]}",
      })
  void fieldsOfRoutesThatAreNewerThanTheClasses(String route) {
    needTheNewestApi();

    Run run = validate("", route, authz(""));

    assertThat(run.code()).as(run.out()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shadow_mode: true", "shadowMode: true"})
  void fieldsOfFiltersThatAreNewerThanTheClasses(String more) {
    needTheNewestApi();

    Run run = validate("", DIRECT, authz(more));

    assertThat(run.code()).as(run.out()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash_policy", "hashPolicy"})
  void fieldsOfClustersThatAreNewerThanTheClasses(String field) {
    needTheNewestApi();
    conf.with(
        "edge.yaml",
        """
        clusters:
          - name: c
            typed_extension_protocol_options:
              envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
                "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
                explicit_http_config: {http_protocol_options: {}}
                <FIELD>: [{header: {header_name: x}}]
        """
            .replace("<FIELD>", field));

    Run run = Run.of("validate", conf.toString());

    assertThat(run.code()).as(run.out()).isZero();
  }

  @Test
  void constraintsOfNewFieldsHold() {
    needTheNewestApi();

    Run run = validate("drain_timeout_jitter: {value: 200}", DIRECT, authz(""));

    assertThat(run.code()).as(run.out()).isEqualTo(65);
    assertThat(run.out()).contains("drain_timeout_jitter.value: must be at most 100, is 200");
  }

  @Test
  void referencesOfNewTypesAreFollowed() {
    needTheNewestApi();

    Run run =
        validate(
            "",
            DIRECT,
            "{"
                + TYPE
                + "filters.http.mcp_router.v3.McpRouter, servers: [{name: a, mcp_cluster:"
                + " {cluster: nowhere}}]}");

    assertThat(run.code()).as(run.out()).isZero();
    assertThat(run.out()).contains("warning: there is no Cluster 'nowhere' here");
  }

  @Test
  void anUnknownFieldIsToldWithTheVersionThatIsKnown() {
    Run run = validate("", "direct_response: {status: 200, something_new: 1}", authz(""));

    assertThat(run.code()).isEqualTo(65);
    assertThat(run.out())
        .contains("unknown field 'something_new'")
        .contains("(" + TypeCatalog.newest().apiName() + "; --descriptors reads another)");
    assertThat(validate("", "direct_respons: {status: 200}", authz("")).out())
        .contains("did you mean 'direct_response'?")
        .doesNotContain("--descriptors");
  }

  @Test
  void itIsSaidWhichApiIsKnown() {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);
    String api = TypeCatalog.newest().apiName();

    assertThat(Run.of("version").out()).contains(api);
    assertThat(Run.of("version", "-o", "json").out()).contains("\"api\" : \"" + api + "\"");
    assertThat(Run.of("validate", conf.toString()).err()).contains("checked against " + api);
  }

  @Test
  void theScriptOfAPythonPackageLeadsToTheEnvoyThatItStarts() throws IOException {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);
    Path packages = temp.resolve("lib/python3.11/site-packages/envoy/_bin");
    Files.createDirectories(packages);
    Files.createSymbolicLink(packages.resolve("envoy"), Path.of(RealEnvoy.path()));
    Path script = Files.createDirectories(temp.resolve("bin")).resolve("envoy");
    Files.writeString(script, "#!/usr/bin/python3\nfrom envoy._main import main\nmain()\n");
    Path link = Files.createSymbolicLink(temp.resolve("envoy-on-the-path"), script);

    Run run = Run.of("validate", "--descriptors", link.toString(), conf.toString());

    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.err()).contains("checked against the Envoy API in " + link);
  }

  @Test
  void anyOtherScriptIsToldApart() throws IOException {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);
    Path script = Files.writeString(temp.resolve("envoy"), "#!/bin/sh\nexec envoy\n");

    Run run = Run.of("validate", "--descriptors", script.toString(), conf.toString());

    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("is a script, not the Envoy that it starts");
  }
}
