package io.binnacle.server.envoy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What one Envoy says about itself. Stateless: every call asks anew. */
final class EnvoyAdmin {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final String address;

  EnvoyAdmin(String address) {
    this.address = address;
  }

  boolean isReady() {
    return send("/ready").statusCode() == 200;
  }

  /**
   * The resources in one field of the configuration dump, each as Envoy shows it.
   *
   * @param field for example {@code dynamic_active_clusters} or {@code dynamic_warming_clusters}
   */
  Stream<JsonNode> configDump(String field) {
    return elements(json("/config_dump?resource=" + field).path("configs"));
  }

  /** The active clusters from CDS with this name: none or one. */
  Stream<JsonNode> activeCluster(String name) {
    return configDump("dynamic_active_clusters")
        .map(entry -> entry.path("cluster"))
        .filter(cluster -> cluster.path("name").asText().equals(name));
  }

  /** The connect timeout with which a cluster is in use; empty where it is not active. */
  String connectTimeout(String cluster) {
    return activeCluster(cluster)
        .map(entry -> entry.path("connect_timeout").asText())
        .findFirst()
        .orElse("");
  }

  /** The active listeners from LDS with this name: none or one. */
  Stream<JsonNode> activeListener(String name) {
    return configDump("dynamic_listeners")
        .filter(entry -> entry.path("name").asText().equals(name))
        .map(entry -> entry.path("active_state"))
        .filter(JsonNode::isObject);
  }

  /** The route configurations from RDS with this name: none or one. */
  Stream<JsonNode> routes(String name) {
    return configDump("dynamic_route_configs")
        .map(entry -> entry.path("route_config"))
        .filter(routes -> routes.path("name").asText().equals(name));
  }

  /** The port of an active listener, 0 where there is none. */
  int listenerPort(String listener) {
    return elements(json("/listeners?format=json").path("listener_statuses"))
        .filter(status -> status.path("name").asText().equals(listener))
        .mapToInt(status -> status.at("/local_address/socket_address/port_value").asInt())
        .findFirst()
        .orElse(0);
  }

  /** The addresses of the endpoints that this cluster uses, as host:port. */
  Stream<String> endpoints(String cluster) {
    return elements(json("/clusters?format=json").path("cluster_statuses"))
        .filter(status -> status.path("name").asText().equals(cluster))
        .flatMap(status -> elements(status.path("host_statuses")))
        .map(host -> host.at("/address/socket_address"))
        .map(socket -> socket.path("address").asText() + ":" + socket.path("port_value").asText());
  }

  /** The value of a counter or gauge, 0 where Envoy does not have it (yet). */
  long stat(String name) {
    return statSum(name);
  }

  /** The sum of the counters whose names match; a dot stands for itself. */
  long statSum(String pattern) {
    String filter = "^" + pattern.replace(".", "\\.") + "$";
    return elements(json("/stats?format=json&filter=" + encode(filter)).path("stats"))
        .mapToLong(stat -> stat.path("value").asLong())
        .sum();
  }

  /** The value that wins over all runtime layers; empty where no layer has the key. */
  String runtime(String key) {
    return json("/runtime").path("entries").path(key).path("final_value").asText();
  }

  private JsonNode json(String path) {
    HttpResponse<String> response = send(path);
    if (response.statusCode() != 200) {
      throw new IllegalStateException(path + ": " + response.statusCode() + " " + response.body());
    }
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> send(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
