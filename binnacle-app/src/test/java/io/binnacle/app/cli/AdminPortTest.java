package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Serving;
import io.binnacle.app.harness.XdsClient;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminPortTest {

  @TempDir private Path temp;
  private Serving serving;

  @BeforeEach
  void serve() {
    serving = Serving.of(ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER));
  }

  @AfterEach
  void end() {
    serving.close();
  }

  @Test
  @Rule("M-3")
  void healthIsToldInPlainText() {
    assertThat(serving.get("/livez").body()).isEqualTo("ok\n");
    HttpResponse<String> ready = serving.get("/readyz");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body()).contains("source ", ": ok");
  }

  @Test
  @Rule("M-1")
  void metricsAreInPrometheusFormat() {
    HttpResponse<String> metrics = serving.get("/metrics");

    assertThat(metrics.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
    assertThat(metrics.body())
        .containsPattern("xds_config_reloads_total\\{result=\"success\",source=\"[^\"]+\"} 1")
        .contains("xds_config_last_reload_success_timestamp_seconds{source=")
        .contains(
            "jvm_memory_used_bytes{area=\"heap\"",
            "jvm_gc_",
            "jvm_threads_live_threads",
            "jvm_buffer_memory_used_bytes",
            "process_uptime_seconds")
        // Break: show an allocator that nobody uses.
        .containsPattern("netty_allocator_memory_used\\{[^}]*\"direct\"} [1-9]")
        .doesNotContainPattern("netty_allocator_memory_used\\{[^}]*id=");
  }

  @Test
  @Rule("ST-1")
  void aNackIsShownWithItsTextAndTheLineOfWhatWasRefused() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.nack("no such thing");

      JsonNode node =
          Await.until(
              "the NACK is shown",
              () -> json("/api/v1/nodes").at("/nodes/0"),
              seen -> seen.at("/state").asText().equals("NACKED"));

      assertThat(node.at("/id").asText()).isEqualTo("a");
      assertThat(node.at("/group").asText()).isEqualTo("edge");
      assertThat(node.at("/streams/0/client").asText()).isEqualTo("test 1");
      JsonNode nack = node.at("/streams/0/types/0/nack");
      assertThat(nack.at("/message").asText()).isEqualTo("no such thing");
      assertThat(nack.at("/suspects/0/name").asText()).isEqualTo("backend");
      assertThat(nack.at("/suspects/0/file").asText()).endsWith("edge.yaml");
      assertThat(nack.at("/suspects/0/line").asInt()).isEqualTo(2);
    }
  }

  @Test
  @Rule({"ST-1", "S-19"})
  void whatAnEnvoyRefusedAloneIsShownByName() {
    try (XdsClient envoy = new XdsClient(serving.xdsPort(), "a", "envoy")) {
      envoy.next();
      envoy.nack("no such thing");

      JsonNode clusters =
          Await.until(
              "the NACK is shown",
              () -> json("/api/v1/nodes").at("/nodes/0/streams/0/types/0"),
              seen -> seen.at("/state").asText().equals("NACKED"));

      assertThat(clusters.at("/isolated/0/name").asText()).isEqualTo("backend");
      assertThat(clusters.at("/isolated/0/message").asText()).isEqualTo("no such thing");
      assertThat(clusters.at("/isolating").asInt(-1)).isZero();
    }
  }

  @ParameterizedTest
  @Rule("ST-1")
  @ValueSource(strings = {"plain", "a/b", "ä b+c%d", "?x=1&y#z"})
  void everyIdCanBeAskedForInThePathAndInTheQuery(String id) {
    String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    try (XdsClient client = new XdsClient(serving.xdsPort(), id)) {
      client.next();

      assertThat(json("/api/v1/nodes/" + encoded).at("/nodes/0/id").asText()).isEqualTo(id);
      assertThat(json("/api/v1/nodes?id=" + encoded).at("/nodes/0/id").asText()).isEqualTo(id);
    }
  }

  @Test
  @Rule("ST-1")
  void anEmptyIdIsAnIdToo() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "")) {
      client.next();

      assertThat(json("/api/v1/nodes?id=").at("/nodes")).hasSize(1);
    }
  }

  @Test
  @Rule("ST-1")
  void aNodeThatLeftIsStillShown() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.ack();
    }

    JsonNode gone =
        Await.until(
            "it is shown as gone",
            () -> json("/api/v1/nodes/a").at("/nodes/0"),
            node -> !node.at("/connected").asBoolean(true) && node.has("goneSince"));
    assertThat(gone.at("/state").asText()).isEqualTo("DISCONNECTED");
    assertThat(gone.at("/types/CDS").asText()).isEqualTo("DISCONNECTED");
  }

  @Test
  void anUnknownNodeIsAnErrorThatSaysSo() {
    HttpResponse<String> unknown = serving.get("/api/v1/nodes/nobody");

    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("no node 'nobody'");
    assertThat(json("/api/v1/nodes").at("/nodes")).isEmpty();
  }

  private JsonNode json(String path) {
    try {
      return new ObjectMapper().readTree(serving.get(path).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
