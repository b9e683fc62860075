package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.Server;
import io.binnacle.app.StopSignal;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
  private final StopSignal stop = new StopSignal();
  private final Lines out = new Lines();
  private final Lines err = new Lines();
  private ConfigDirectory conf;
  private Path files;
  private CompletableFuture<Integer> export;
  private @Nullable Process envoy;
  private Server blue;
  private Server green;

  @BeforeEach
  void startBackends() {
    blue = backend("blue");
    green = backend("green");
    conf = ConfigDirectory.in(temp);
    files = temp.resolve("out");
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
    if (envoy != null) {
      envoy.descendants().forEach(ProcessHandle::destroyForcibly);
      envoy.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    stop.request();
    if (export != null) {
      export.get(30, TimeUnit.SECONDS);
    }
    blue.stop();
    green.stop();
  }

  private void export(String format) {
    Binnacle binnacle = new Binnacle(Map.of(), new PrintWriter(out), new PrintWriter(err), stop);
    export =
        CompletableFuture.supplyAsync(
            () ->
                binnacle.run(
                    "export",
                    conf.toString(),
                    "--node",
                    "edge-1",
                    "--out",
                    files.toString(),
                    "--format",
                    format,
                    "--envoy-admin",
                    "127.0.0.1:0",
                    "--watch"));
    out.await(line -> line.contains("files of group edge"));
  }

  /** With the bootstrap that the export wrote, and nothing else. */
  private void startEnvoy() throws IOException {
    String binary = RealEnvoy.path();
    envoy =
        new ProcessBuilder(
                List.of(
                    binary,
                    "-c",
                    files.resolve(ExportCommand.BOOTSTRAP).toString(),
                    "--admin-address-path",
                    temp.resolve("admin").toString(),
                    "--disable-hot-restart",
                    "--concurrency",
                    "1",
                    "--drain-time-s",
                    "1",
                    "--log-level",
                    "warning"))
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("envoy.log").toFile())
            .start();
    Await.until("Envoy is live", () -> admin("/ready"), "LIVE\n"::equals);
  }

  private String admin(String path) {
    try {
      String address = Files.readString(temp.resolve("admin"));
      return get(URI.create("http://" + address + path), "").body();
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return "";
    }
  }

  private JsonNode adminJson(String path) {
    try {
      return new ObjectMapper().readTree(admin(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private java.net.http.HttpResponse<String> ask(String scope) {
    JsonNode listeners = adminJson("/listeners?format=json").path("listener_statuses");
    int port = listeners.path(0).at("/local_address/socket_address/port_value").asInt(1);
    return get(URI.create("http://127.0.0.1:" + port + "/"), scope);
  }

  private static java.net.http.HttpResponse<String> get(URI uri, String scope) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (!scope.isEmpty()) {
      request.header("x-scope", scope);
    }
    try {
      return HttpClient.newHttpClient()
          .send(request.build(), java.net.http.HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yaml", "json"})
  void anEnvoyFollowsTheFilesThroughChangesNewClustersMistakesAndRemovals(String format)
      throws Exception {
    String before =
        LISTENER.formatted(RDS, "one", 1)
            + routes("main/1", "route: {cluster: pool}")
            + pool("pool", blue.activeLocalPort());
    conf.with("edge.yaml", before);
    export(format);
    startEnvoy();
    Await.until("blue answers", () -> ask("").body(), "blue"::equals);
    assertThat(ask("").headers().firstValue("x-filter")).hasValue("one");
    assertThat(runtime()).isEqualTo("1");

    conf.with("edge.yaml", before.replace("cluster_name: pool", "clustr: pool"));
    err.await(line -> line.contains("edge.yaml:") && line.contains("clustr"));
    assertThat(ask("").body()).isEqualTo("blue");

    conf.with(
        "edge.yaml",
        LISTENER.formatted(RDS, "two", 2)
            + routes("main/1", "route: {cluster: pool}")
            + pool("pool", green.activeLocalPort()));
    Await.until("green answers", () -> ask("").body(), "green"::equals);
    Await.until(
        "the filter changed", () -> ask("").headers().firstValue("x-filter").get(), "two"::equals);
    Await.until("the layer changed", this::runtime, "2"::equals);

    conf.with(
        "edge.yaml",
        LISTENER.formatted(RDS, "two", 2)
            + routes("main/1", "route: {cluster: new/pool}")
            + pool("new/pool", blue.activeLocalPort()));
    Await.until("the new cluster answers", () -> ask("").body(), "blue"::equals);
    Await.until(
        "the old one is gone",
        () -> admin("/clusters").contains("\npool::") || admin("/clusters").startsWith("pool::"),
        is -> !is);
    awaitAssignments(1);

    conf.with(
        "edge.yaml",
        "{group: edge, listeners: [], routes: [], clusters: [], endpoints: [],"
            + " extension_configs: [], runtimes: []}");
    Await.until(
        "everything is gone",
        () -> adminJson("/listeners?format=json").path("listener_statuses").size(),
        size -> size == 0);
    awaitAssignments(0);
  }

  @ParameterizedTest
  @ValueSource(strings = "yaml")
  void scopesCarryTheirRoutes(String format) throws Exception {
    String scope =
        "  - {name: %s, key: {fragments: [{string_key: %s}]}, route_configuration_name: main/1}\n";
    String before =
        LISTENER.formatted(SCOPED, "one", 1)
            + routes("main/1", "direct_response: {status: 200, body: {inline_string: first}}")
            + "scoped_routes:\n"
            + scope.formatted("a", "a");
    conf.with("edge.yaml", before);
    export(format);
    startEnvoy();
    Await.until("the scope answers", () -> ask("a").body(), "first"::equals);

    conf.with("edge.yaml", before.replace("first", "second") + scope.formatted("b", "b"));
    Await.until("the new scope answers", () -> ask("b").body(), "second"::equals);
    Await.until("the old one changed", () -> ask("a").body(), "second"::equals);

    conf.with("edge.yaml", before);
    Await.until("the scope is gone", () -> ask("b").statusCode(), status -> status == 404);
  }

  /** What nothing refers to any more is removed last. */
  private void awaitAssignments(int files) {
    Await.until(
        files + " assignments",
        () -> this.files.resolve("eds").toFile().list().length,
        found -> found == files);
  }

  private String runtime() {
    return adminJson("/runtime").at("/entries/lab.value/final_value").asText();
  }
}
