package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.Variant;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.ScopedRouteConfiguration;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Polling in JSON, with a client of one's own. */
class RestTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLUSTERS = "/v3/discovery:clusters";

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Harness harness = new Harness(builder -> builder.meterRegistry(meters));
  private final WebClient client = client("h1c");

  private WebClient client(String protocol) {
    return WebClient.builder(protocol + "://127.0.0.1:" + harness.server.port())
        .responseTimeoutMillis(0)
        .build();
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private CompletableFuture<AggregatedHttpResponse> poll(String path, String body, String... more) {
    var headers =
        RequestHeaders.builder(HttpMethod.POST, path)
            .set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    for (int i = 0; i < more.length; i += 2) {
      headers.set(more[i], more[i + 1]);
    }
    return client.execute(headers.build(), HttpData.ofUtf8(body)).aggregate();
  }

  private static JsonNode json(AggregatedHttpResponse response) {
    assertThat(response.contentType().is(MediaType.JSON)).isTrue();
    try {
      return JSON.readTree(response.contentUtf8());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String error(AggregatedHttpResponse response, HttpStatus status) {
    assertThat(response.status()).isEqualTo(status);
    JsonNode body = json(response);
    assertThat(body.get("code").asInt()).isPositive();
    return body.get("message").asText();
  }

  /** A poll that is held by the server before this returns. */
  private CompletableFuture<AggregatedHttpResponse> held(String path, String body)
      throws Exception {
    harness.events.clear();
    var held = poll(path, body);
    harness.await(StreamEvent.Requested.class, event -> true);
    return held;
  }

  private void publishEverything(String content) {
    harness.catalog.publish(
        "edge",
        Snapshot.of(
            Listener.newBuilder().setName("x").setStatPrefix(content).build(),
            RouteConfiguration.newBuilder().setName("x").addInternalOnlyHeaders(content).build(),
            ScopedRouteConfiguration.newBuilder()
                .setName("x")
                .setRouteConfigurationName(content)
                .build(),
            Cluster.newBuilder().setName("x").setAltStatName(content).build(),
            ClusterLoadAssignment.newBuilder().setClusterName("x").build(),
            Secret.newBuilder().setName("x").build(),
            Runtime.newBuilder().setName("x").build(),
            TypedExtensionConfig.newBuilder()
                .setName("x")
                .setTypedConfig(Any.pack(Router.getDefaultInstance()))
                .build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1c", "h2c"})
  @Rule({"T-1", "T-4", "T-5", "P-1"})
  void everyPathAnswersWithItsTypeInJson(String protocol) {
    publishEverything("1");
    WebClient any = client(protocol);
    for (FetchMethod method : FetchMethod.all()) {
      AggregatedHttpResponse response =
          any.execute(
                  RequestHeaders.of(
                      HttpMethod.POST,
                      method.restPath(),
                      HttpHeaderNames.CONTENT_TYPE,
                      "application/json"),
                  HttpData.ofUtf8("{\"resource_names\": [\"x\"]}"))
              .aggregate()
              .join();

      assertThat(response.status()).as(method.restPath()).isEqualTo(HttpStatus.OK);
      JsonNode body = json(response);
      assertThat(body.get("type_url").asText()).isEqualTo(method.type().typeUrl());
      assertThat(body.get("version_info").asText()).isNotEmpty();
      assertThat(body.get("nonce").asText()).isNotEmpty();
      assertThat(body.at("/control_plane/identifier").asText()).isEqualTo("binnacle");
      JsonNode resource = body.get("resources").get(0);
      assertThat(resource.get("@type").asText()).isEqualTo(method.type().typeUrl());
      String name =
          method.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT) ? "cluster_name" : "name";
      assertThat(resource.get(name).asText()).isEqualTo("x");
    }
  }

  @Test
  @Rule("P-1")
  void anAnyInsideOfAResourceIsWrittenOut() {
    publishEverything("1");

    JsonNode body = json(poll("/v3/discovery:extension_configs", "{}").join());

    assertThat(body.at("/resources/0/typed_config/@type").asText())
        .isEqualTo("type.googleapis.com/envoy.extensions.filters.http.router.v3.Router");
  }

  @Test
  @Rule("P-1")
  void bothSpellingsAreReadAndUnknownFieldsAreCounted() {
    publishEverything("1");
    String version = json(poll(CLUSTERS, "{}").join()).get("version_info").asText();

    for (String field : List.of("version_info", "versionInfo")) {
      String body = "{\"%s\": \"%s\", \"colour\": {\"is\": [1]}}".formatted(field, version);
      assertThat(poll(CLUSTERS + "?timeout=200ms", body).join().status())
          .isEqualTo(HttpStatus.NOT_MODIFIED);
    }
    assertThat(meters.get("xds.server.rest.unknown.fields").counter().count()).isEqualTo(2);
  }

  @Test
  @Rule({"P-2", "P-5"})
  void aPollOfWhatTheClientHasIsHeldUntilSomethingChanges() throws Exception {
    harness.publish("a");
    String version = json(poll(CLUSTERS, "{}").join()).get("version_info").asText();

    var held = held(CLUSTERS, "{\"version_info\": \"" + version + "\"}");
    assertThat(held).isNotDone();
    harness.publish("b");

    JsonNode news = json(held.join());
    assertThat(news.at("/resources/0/name").asText()).isEqualTo("b");
    assertThat(news.get("version_info").asText()).isNotEqualTo(version);
  }

  @Test
  @Rule("P-2")
  void afterItsTimeAPollIsToldThatNothingChangedBeforeTheClientGivesUp() {
    harness.publish("a");
    String version = json(poll(CLUSTERS, "{}").join()).get("version_info").asText();
    String same = "{\"version_info\": \"" + version + "\"}";

    long begin = System.nanoTime();
    AggregatedHttpResponse byHeader =
        poll(CLUSTERS, same, "x-envoy-expected-rq-timeout-ms", "800").join();
    assertThat(byHeader.status()).isEqualTo(HttpStatus.NOT_MODIFIED);
    assertThat(byHeader.content().isEmpty()).isTrue();
    AggregatedHttpResponse byQuery = poll(CLUSTERS + "?timeout=700ms", same).join();
    assertThat(byQuery.status()).isEqualTo(HttpStatus.NOT_MODIFIED);
    assertThat(System.nanoTime() - begin).isGreaterThan(Duration.ofMillis(1_000).toNanos());
  }

  @Test
  @Rule({"P-2", "S-9", "S-11"})
  void theLastRemovalIsToldForClustersAndHeldForAssignments() throws Exception {
    publishEverything("1");
    String clusters = json(poll(CLUSTERS, "{}").join()).get("version_info").asText();
    String one = "{\"resource_names\": [\"x\"], \"version_info\": \"%s\"}";
    String assignments = "/v3/discovery:endpoints";
    String had = json(poll(assignments, one.formatted("")).join()).get("version_info").asText();
    var ofClusters = held(CLUSTERS, "{\"version_info\": \"" + clusters + "\"}");
    var ofAssignments = held(assignments, one.formatted(had));

    harness.catalog.publish("edge", Snapshot.EMPTY);

    assertThat(json(ofClusters.join()).get("resources")).isEmpty();
    publishEverything("1");
    assertThat(ofAssignments).as("not in the meantime either").isNotDone();
    harness.catalog.update(
        "edge",
        new io.binnacle.server.catalog.Edits()
            .put(
                ClusterLoadAssignment.newBuilder()
                    .setClusterName("x")
                    .putNamedEndpoints(
                        "a", io.envoyproxy.envoy.config.endpoint.v3.Endpoint.getDefaultInstance())
                    .build()));
    assertThat(json(ofAssignments.join()).get("resources")).hasSize(1);
  }

  @Test
  @Rule({"P-3", "ST-1", "M-1"})
  void aClientThatPollsIsOneNodeWhateverItsConnectionsAndItsRefusalsAreShown() throws Exception {
    publishEverything("1");
    String node = "\"node\": {\"id\": \"edge-1\", \"user_agent_name\": \"curl\"}";
    String version = json(poll(CLUSTERS, "{" + node + "}").join()).get("version_info").asText();
    for (int i = 0; i < 20; i++) {
      poll(CLUSTERS + "?timeout=0s", "{%s, \"version_info\": \"%s\"}".formatted(node, version))
          .join();
    }

    NodeStatus status = harness.server.status().nodes().get().get(0);
    assertThat(status.nodeId()).isEqualTo("edge-1");
    assertThat(status.group()).isEqualTo("edge");
    assertThat(status.streams()).hasSize(1);
    assertThat(status.streams().get(0).stream().variant()).isEqualTo(Variant.REST);
    assertThat(status.state()).isEqualTo(SyncState.SYNCED);

    publishEverything("2");
    poll(CLUSTERS, "{%s, \"version_info\": \"%s\"}".formatted(node, version)).join();
    poll(
            CLUSTERS + "?timeout=0s",
            "{%s, \"version_info\": \"%s\", \"error_detail\": {\"code\": 3, \"message\": \"bad\"}}"
                .formatted(node, version))
        .join();

    var refused = harness.server.status().nodes().get().get(0);
    assertThat(refused.state()).isEqualTo(SyncState.NACKED);
    assertThat(refused.types().get(ResourceType.CLUSTER).nack().message()).isEqualTo("bad");
    assertThat(requests("nack")).isEqualTo(1);
    assertThat(requests("ack")).isEqualTo(1);

    poll(CLUSTERS, "{%s, \"version_info\": \"%s\"}".formatted(node, version)).join();
    poll(CLUSTERS, "{%s, \"version_info\": \"%s\"}".formatted(node, version)).join();
    assertThat(requests("suspected")).isEqualTo(1);
  }

  private double requests(String kind) {
    return meters
        .get("xds.server.requests")
        .tags("type", "CDS", "variant", "rest", "kind", kind)
        .counter()
        .count();
  }

  @Test
  @Rule("P-4")
  void whatIsWrongIsSaidInTheFormOfAStatus() {
    assertThat(error(poll(CLUSTERS, "{\n \"node\": 5}").join(), HttpStatus.BAD_REQUEST))
        .contains("line 2, column 10", "/node", "object");
    assertThat(error(poll(CLUSTERS, "{\"a\": ").join(), HttpStatus.BAD_REQUEST)).contains("line 1");
    assertThat(error(poll(CLUSTERS, "").join(), HttpStatus.BAD_REQUEST)).contains("empty");
    assertThat(error(poll(CLUSTERS, "{} {}").join(), HttpStatus.BAD_REQUEST)).contains("behind");
    assertThat(error(poll(CLUSTERS + "?timeout=soon", "{}").join(), HttpStatus.BAD_REQUEST))
        .contains("?timeout=10s");
    assertThat(error(poll("/v3/discovery:cluster", "{}").join(), HttpStatus.NOT_FOUND))
        .contains("/v3/discovery:cluster", CLUSTERS);
    assertThat(error(client.get(CLUSTERS).aggregate().join(), HttpStatus.METHOD_NOT_ALLOWED))
        .contains("POST");
    assertThat(
            error(
                poll(CLUSTERS, "{}", "content-type", "text/plain").join(),
                HttpStatus.UNSUPPORTED_MEDIA_TYPE))
        .contains("application/json");
    String type = ResourceType.LISTENER.typeUrl();
    assertThat(
            error(
                poll(CLUSTERS, "{\"type_url\": \"" + type + "\"}").join(), HttpStatus.BAD_REQUEST))
        .contains(type, ResourceType.CLUSTER.typeUrl());
  }

  @Test
  @Rule({"P-4", "B-3"})
  void aBodyAboveTheLimitIsRefusedWithItsLengthAndWithout() {
    String large = "{\"version_info\": \"" + "x".repeat(5 << 20) + "\"}";

    assertThat(error(poll(CLUSTERS, large).join(), HttpStatus.REQUEST_ENTITY_TOO_LARGE))
        .contains("4194304");
    var chunked =
        com.linecorp.armeria.common.HttpRequest.streaming(
            RequestHeaders.of(
                HttpMethod.POST, CLUSTERS, HttpHeaderNames.CONTENT_TYPE, "application/json"));
    for (int i = 0; i < 5; i++) {
      chunked.write(HttpData.ofUtf8(" ".repeat(1 << 20)));
    }
    AggregatedHttpResponse response = client.execute(chunked).aggregate().join();
    assertThat(error(response, HttpStatus.REQUEST_ENTITY_TOO_LARGE)).contains("4194304");
  }

  @Test
  @Rule("P-1")
  void anUnknownTypeIsNamedAndCostsNobodyElseAnything() throws Exception {
    Any unknown = Any.newBuilder().setTypeUrl("type.googleapis.com/acme.Thing").build();
    Any broken =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/envoy.extensions.filters.http.router.v3.Router")
            .setValue(ByteString.copyFromUtf8("\377\377"))
            .build();
    harness.catalog.publish(
        "edge",
        Snapshot.builder()
            .add(extension("a", unknown))
            .add(extension("b", broken))
            .add(Cluster.newBuilder().setName("c").build())
            .build());
    String path = "/v3/discovery:extension_configs";

    assertThat(error(poll(path, "{\"resourceNames\": [\"a\"]}").join(), HttpStatus.NOT_IMPLEMENTED))
        .contains("ECDS a", "acme.Thing");
    assertThat(error(poll(path, "{\"resourceNames\": [\"b\"]}").join(), HttpStatus.NOT_IMPLEMENTED))
        .contains("ECDS b", "cannot be read");
    assertThat(poll(CLUSTERS, "{}").join().status()).isEqualTo(HttpStatus.OK);
  }

  private static Resource extension(String name, Any config) {
    return Resource.of(
        TypedExtensionConfig.newBuilder().setName(name).setTypedConfig(config).build());
  }

  @Test
  @Rule({"B-5", "P-2"})
  void whileItDrainsPollsAreRefusedAndHeldOnesEndAsUnchanged() throws Exception {
    harness.publish("a");
    String version = json(poll(CLUSTERS, "{}").join()).get("version_info").asText();
    var held = held(CLUSTERS, "{\"version_info\": \"" + version + "\"}");

    var closed = harness.server.close(Duration.ofSeconds(2));

    assertThat(error(poll(CLUSTERS, "{}").join(), HttpStatus.SERVICE_UNAVAILABLE))
        .contains("shutting down");
    assertThat(held.join().status()).isEqualTo(HttpStatus.NOT_MODIFIED);
    closed.join();
  }
}
