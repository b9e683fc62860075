package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.Server;
import io.binnacle.app.harness.Await;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code binnacle export --watch} and a real Envoy: nothing between them but files. */
@Rule({"F-2", "F-3"})
class ExportEnvoyTest {

  private static final String LISTENER =
      """
      group: edge
      listeners:
        - name: http
          address: {socket_address: {address: 127.0.0.1, port_value: 0}}
          filter_chains:
            - filters:
                - name: hcm
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                    stat_prefix: http
                    %s
                    http_filters:
                      - name: mark
                        config_discovery:
                          config_source: {resource_api_version: V3, ads: {}}
                          type_urls: [type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation]
                      - name: router
                        typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
      extension_configs:
        - name: mark
          typed_config:
            "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
            mutations: {response_mutations: [{append: {header: {key: x-filter, value: "%s"}}}]}
      runtimes:
        - name: layer
          layer: {lab.value: %d}
      """;
  private static final String RDS =
      "rds: {route_config_name: main/1, config_source: {resource_api_version: V3, ads: {}}}";
  private static final String SCOPED =
      "scoped_routes: {name: scopes, scope_key_builder: {fragments: [{header_value_extractor:"
          + " {name: x-scope, index: 0}}]}, rds_config_source: {resource_api_version: V3, ads: {}},"
          + " scoped_rds: {scoped_rds_config_source: {resource_api_version: V3, ads: {}}}}";

  private static String routes(String name, String action) {
    return """
        routes:
          - name: %s
            virtual_hosts: [{name: all, domains: ["*"], routes: [{match: {prefix: /}, %s}]}]
        """
        .formatted(name, action);
  }

  private static String pool(String name, int port) {
    return """
        clusters:
          - name: %s
            type: EDS
            connect_timeout: 1s
            eds_cluster_config: {eds_config: {resource_api_version: V3, ads: {}}}
        endpoints:
          - cluster_name: %s
            endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: %d}}}}]}]
        """
        .formatted(name, name, port);
  }

  @TempDir private Path temp;
  private ExportLab lab;
  private Server blue;
  private Server green;

  @BeforeEach
  void start() {
    lab = new ExportLab(temp);
    blue = backend("blue");
    green = backend("green");
  }

  private static Server backend(String name) {
    Server server =
        Server.builder()
            .http(new InetSocketAddress("127.0.0.1", 0))
            .service("prefix:/", (ctx, request) -> HttpResponse.of(name))
            .build();
    server.start().join();
    return server;
  }

  @AfterEach
  void end() throws Exception {
    lab.close();
    blue.stop();
    green.stop();
  }

  private String answer(String scope) {
    return lab.ask("x-scope", scope).body();
  }

  @ParameterizedTest
  @ValueSource(strings = {"yaml", "json"})
  @Covers({"LDS", "RDS", "CDS", "EDS", "ECDS", "RTDS"})
  void anEnvoyFollowsTheFilesThroughChangesNewClustersMistakesAndRemovals(String format)
      throws Exception {
    String before =
        LISTENER.formatted(RDS, "one", 1)
            + routes("main/1", "route: {cluster: pool}")
            + pool("pool", blue.activeLocalPort());
    lab.conf.with("edge.yaml", before);
    lab.export(format);
    lab.startEnvoy();
    awaitAnswer("blue");
    assertThat(lab.ask().headers().firstValue("x-filter")).hasValue("one");
    assertThat(runtime()).isEqualTo("1");

    lab.conf.with("edge.yaml", before.replace("cluster_name: pool", "clustr: pool"));
    lab.err.await(line -> line.contains("edge.yaml:") && line.contains("clustr"));
    assertThat(lab.ask().body()).isEqualTo("blue");

    lab.conf.with(
        "edge.yaml",
        LISTENER.formatted(RDS, "two", 2)
            + routes("main/1", "route: {cluster: pool}")
            + pool("pool", green.activeLocalPort()));
    awaitAnswer("green");
    Await.until(
        "the filter changed",
        () -> lab.ask().headers().firstValue("x-filter").get(),
        "two"::equals);
    Await.until("the layer changed", this::runtime, "2"::equals);

    lab.conf.with(
        "edge.yaml",
        LISTENER.formatted(RDS, "two", 2)
            + routes("main/1", "route: {cluster: new/pool}")
            + pool("new/pool", blue.activeLocalPort()));
    awaitAnswer("blue");
    Await.until(
        "the old one is gone",
        () ->
            lab.admin("/clusters").contains("\npool::")
                || lab.admin("/clusters").startsWith("pool::"),
        is -> !is);
    awaitAssignments(1);

    lab.conf.with(
        "edge.yaml",
        "{group: edge, listeners: [], routes: [], clusters: [], endpoints: [],"
            + " extension_configs: [], runtimes: []}");
    awaitNoListener();
    awaitAssignments(0);
  }

  @ParameterizedTest
  @ValueSource(strings = "yaml")
  @Covers("SRDS")
  void scopesCarryTheirRoutes(String format) throws Exception {
    String scope =
        "  - {name: %s, key: {fragments: [{string_key: %s}]}, route_configuration_name: main/1}\n";
    String before =
        LISTENER.formatted(SCOPED, "one", 1)
            + routes("main/1", "direct_response: {status: 200, body: {inline_string: first}}")
            + "scoped_routes:\n"
            + scope.formatted("a", "a");
    lab.conf.with("edge.yaml", before);
    lab.export(format);
    lab.startEnvoy();
    Await.until("the scope answers", () -> answer("a"), "first"::equals);

    lab.conf.with("edge.yaml", before.replace("first", "second") + scope.formatted("b", "b"));
    Await.until("the new scope answers", () -> answer("b"), "second"::equals);
    Await.until("the old one changed", () -> answer("a"), "second"::equals);

    lab.conf.with("edge.yaml", before);
    Await.until(
        "the scope is gone", () -> lab.ask("x-scope", "b").statusCode(), status -> status == 404);
  }

  private void awaitAnswer(String text) {
    Await.until(text + " answers", () -> lab.ask().body(), text::equals);
  }

  private void awaitNoListener() {
    Await.until(
        "everything is gone",
        () -> lab.adminJson("/listeners?format=json").path("listener_statuses").size(),
        size -> size == 0);
  }

  /** What nothing refers to any more is removed last. */
  private void awaitAssignments(int files) {
    Await.until(
        files + " assignments",
        () -> lab.files.resolve("eds").toFile().list().length,
        found -> found == files);
  }

  private String runtime() {
    return lab.adminJson("/runtime").at("/entries/lab.value/final_value").asText();
  }
}
