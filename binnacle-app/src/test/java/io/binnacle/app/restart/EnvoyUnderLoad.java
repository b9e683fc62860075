package io.binnacle.app.restart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.RealEnvoy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real Envoy that is configured over ADS, and requests through its first listener from its start
 * to {@link #stopLoad}. Behind its clusters stands a listener of its own.
 */
final class EnvoyUnderLoad implements AutoCloseable {

  private static final int SENDERS = 2;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final String BOOTSTRAP =
      """
      node: {id: edge-1, cluster: edge}
      admin: {address: {socket_address: {address: 127.0.0.1, port_value: 0}}}
      dynamic_resources:
        ads_config:
          api_type: %s
          transport_api_version: V3
          set_node_on_first_message_only: true
          grpc_services: [{envoy_grpc: {cluster_name: xds, retry_policy: {retry_back_off: {base_interval: 0.1s, max_interval: 0.5s}}}}]
        lds_config: {resource_api_version: V3, ads: {}}
        cds_config: {resource_api_version: V3, ads: {}}
      static_resources:
        listeners:
        - name: backend
          address: {socket_address: {address: 127.0.0.1, port_value: %d}}
          filter_chains:
          - filters:
            - name: hcm
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: backend
                route_config: {virtual_hosts: [{name: all, domains: ['*'], routes: [{match: {prefix: /}, direct_response: {status: 200}}]}]}
                http_filters: [{name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}]
        clusters:
        - name: xds
          type: STATIC
          connect_timeout: 1s
          typed_extension_protocol_options:
            envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
              "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
              explicit_http_config: {http2_protocol_options: {}}
          load_assignment:
            cluster_name: xds
            endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: %d}}}}]}]
      """;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Path adminAddress;
  private final Process process;
  private final List<CompletableFuture<Map<String, Integer>>> load = new ArrayList<>();
  private volatile boolean sending = true;

  /**
   * Starts it, and the load when the first request is answered.
   *
   * @param apiType GRPC for SotW, DELTA_GRPC for delta
   */
  EnvoyUnderLoad(Path directory, String apiType, int xdsPort, int backendPort) throws IOException {
    adminAddress = directory.resolve("admin");
    Path bootstrap =
        Files.writeString(
            directory.resolve("envoy.yaml"), BOOTSTRAP.formatted(apiType, backendPort, xdsPort));
    List<String> command = new ArrayList<>(List.of(RealEnvoy.path(), "-c", bootstrap.toString()));
    command.addAll(List.of("--admin-address-path", adminAddress.toString()));
    command.addAll(List.of("--disable-hot-restart", "--concurrency", "1"));
    command.addAll(List.of("--drain-time-s", "1", "--log-level", "warning"));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("envoy.log").toFile())
            .start();
    try {
      Await.until("traffic flows", this::status, "200"::equals);
    } catch (AssertionError e) {
      close();
      throw e;
    }
    URI listener = listener();
    for (int i = 0; i < SENDERS; i++) {
      load.add(CompletableFuture.supplyAsync(() -> send(listener), EnvoyUnderLoad::onThread));
    }
  }

  private static void onThread(Runnable task) {
    Thread thread = new Thread(task, "load");
    thread.setDaemon(true);
    thread.start();
  }

  private Map<String, Integer> send(URI listener) {
    Map<String, Integer> outcomes = new TreeMap<>();
    while (sending) {
      outcomes.merge(status(listener), 1, Integer::sum);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return outcomes;
  }

  private String status() {
    try {
      return status(listener());
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return e.toString();
    }
  }

  private String status(URI uri) {
    try {
      return String.valueOf(get(uri).statusCode());
    } catch (UncheckedIOException e) {
      return e.toString();
    }
  }

  private HttpResponse<String> get(URI uri) {
    try {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private JsonNode admin(String path) {
    try {
      String address = Files.readString(adminAddress);
      return new ObjectMapper().readTree(get(URI.create("http://" + address + path)).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private URI listener() {
    for (JsonNode listener : admin("/listeners?format=json").path("listener_statuses")) {
      if (listener.path("name").asText().equals("http")) {
        int port = listener.at("/local_address/socket_address/port_value").asInt();
        return URI.create("http://127.0.0.1:" + port + "/");
      }
    }
    throw new IllegalArgumentException("there is no listener yet");
  }

  /** The names of the clusters that are in use, the one of the control plane apart. */
  Set<String> activeClusters() {
    Set<String> names = new TreeSet<>();
    for (JsonNode entry : admin("/config_dump?resource=dynamic_active_clusters").path("configs")) {
      names.add(entry.at("/cluster/name").asText());
    }
    return names;
  }

  /** Ends the requests; how many ended how. */
  Map<String, Integer> stopLoad() {
    sending = false;
    Map<String, Integer> all = new TreeMap<>();
    load.forEach(each -> each.join().forEach((how, n) -> all.merge(how, n, Integer::sum)));
    return all;
  }

  @Override
  public void close() {
    sending = false;
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    try {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
