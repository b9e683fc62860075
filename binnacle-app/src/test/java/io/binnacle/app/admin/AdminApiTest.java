package io.binnacle.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Serving;
import io.binnacle.app.harness.XdsClient;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API of the admin port, against the document that describes it. */
class AdminApiTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String EDGE =
      """
      listeners:
        - name: web
          address: {socket_address: {address: 127.0.0.1, port_value: 10000}}
          filter_chains:
            - filters:
                - name: envoy.filters.network.http_connection_manager
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                    stat_prefix: web
                    rds: {route_config_name: main, config_source: {ads: {}}}
                    http_filters:
                      - name: envoy.filters.http.router
                        typed_config:
                          "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
      routes:
        - name: main
          virtual_hosts:
            - name: all
              domains: ["*"]
              routes:
                - match: {prefix: /blue}
                  route: {cluster: blue}
                - match: {prefix: /gone}
                  route: {cluster: gone}
                - match: {prefix: /}
                  route: {cluster: blue}
      clusters:
        - name: blue
          connect_timeout: 1s
        - name: spare
          connect_timeout: 1s
      secrets:
        - name: cert
          tls_certificate:
            certificate_chain: {filename: /etc/cert.pem}
            private_key: {inline_string: "a private key"}
      """;

  @TempDir private Path temp;
  private ConfigDirectory conf;
  private Serving serving;

  @BeforeEach
  void serve() {
    conf = ConfigDirectory.in(temp).with("edge.yaml", EDGE);
    serving = Serving.of(conf);
  }

  @AfterEach
  void end() {
    serving.close();
  }

  /** Break: leave a field out of the document, or give one another name. */
  @Test
  @Rule("AP-1")
  void everyAnswerIsAsTheDocumentSays() {
    JsonNode document = json("/api/v1/openapi.json");
    assertThat(document.at("/openapi").asText()).isEqualTo("3.1.0");
    conf.with("other.yaml", "nodes: [{id: x}]\nclusters: [{nam: x}]\n");
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.nack("no such thing");
      Await.until(
          "the other group is refused",
          () -> json("/api/v1/groups"),
          groups -> groups.at("/groups").size() == 2);
      Await.until(
          "the NACK is shown",
          () -> json("/api/v1/nodes").at("/nodes/0/state").asText(),
          "NACKED"::equals);
      List<String> asked = new ArrayList<>();
      document
          .at("/paths")
          .fields()
          .forEachRemaining(
              path -> {
                String url =
                    path.getKey().replace("{id}", "a")
                        + (path.getKey().endsWith("tree") ? "?node=a" : "?content=true&id=a");
                HttpResponse<String> response = serving.get(url);
                assertThat(response.statusCode()).as(url).isEqualTo(200);
                JsonNode schema =
                    path.getValue().at("/get/responses/200/content/application~1json/schema");
                assertThat(strict(document, schema).validate(parsed(response.body())))
                    .as(url)
                    .isEmpty();
                asked.add(path.getKey());
              });
      assertThat(asked).hasSize(6);
    }
  }

  /** Break: answer errors as plain text. */
  @ParameterizedTest
  @Rule("AP-1")
  @ValueSource(
      strings = {
        "404 /api/v1/nodes/nobody",
        "404 /api/v1/tree?node=nobody",
        "404 /api/v1/resources?node=nobody",
        "400 /api/v1/tree",
        "400 /api/v1/nodes?limit=0",
        "400 /api/v1/groups?limit=many",
        "400 /api/v1/resources?after=%25",
        "404 /api/v1/nothing"
      })
  void errorsAreProblemsThatSayWhatToDo(String expected) {
    HttpResponse<String> response = serving.get(expected.substring(4));

    assertThat(response.statusCode()).isEqualTo(Integer.parseInt(expected.substring(0, 3)));
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .isEqualTo("application/problem+json");
    JsonNode document = json("/api/v1/openapi.json");
    JsonNode problem =
        document
            .at("/components/responses/Problem/content")
            .path("application/problem+json")
            .path("schema");
    assertThat(strict(document, problem).validate(parsed(response.body()))).isEmpty();
  }

  /** Break: begin the second page with the last item of the first. */
  @Test
  @Rule("AP-2")
  void aListIsReadPageByPage() {
    List<String> names = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = json("/api/v1/resources?limit=2" + (next.isEmpty() ? "" : "&after=" + next));
      assertThat(page.at("/resources").size()).isBetween(1, 2);
      page.at("/resources").forEach(resource -> names.add(resource.at("/name").asText()));
      next = page.at("/next").asText("");
    } while (!next.isEmpty());

    assertThat(names).containsExactlyInAnyOrder("cert", "blue", "spare", "main", "web");
  }

  @Test
  void contentIsShownWithoutWhatIsSensitive() {
    String secret = serving.get("/api/v1/resources?type=sds&content=true").body();

    assertThat(secret).contains("\"name\" : \"cert\"").doesNotContain("a private key");
  }

  @Test
  void resourcesAreFoundByTypeAndName() {
    JsonNode found = json("/api/v1/resources?group=edge&type=cds&name=b*");

    assertThat(found.at("/resources")).hasSize(1);
    JsonNode blue = found.at("/resources/0");
    assertThat(blue.at("/name").asText()).isEqualTo("blue");
    assertThat(blue.at("/file").asText()).endsWith("edge.yaml");
    assertThat(blue.at("/line").asInt()).isEqualTo(28);
    assertThat(blue.has("content")).isFalse();
    assertThat(json("/api/v1/resources?group=other").at("/resources")).isEmpty();
  }

  /** Break: serve no group whose newest text is refused. */
  @Test
  @Rule("G-5")
  void aGroupWhoseTextIsRefusedIsShownWithTheLine() {
    conf.with("edge.yaml", EDGE.replace("connect_timeout", "conect_timeout"));

    JsonNode edge =
        Await.until(
            "the group is refused",
            () -> json("/api/v1/groups").at("/groups/0"),
            group -> !group.at("/findings").isEmpty());

    assertThat(edge.at("/state").asText()).isEqualTo("LAST_GOOD");
    assertThat(edge.at("/findings/0/message").asText()).contains("conect_timeout");
    assertThat(edge.at("/findings/0/line").asInt()).isEqualTo(29);
    assertThat(edge.at("/types/0/type").asText()).isEqualTo("CDS");
    assertThat(edge.at("/types/0/resources").asInt()).isEqualTo(2);
  }

  /** Break: leave out references that lead nowhere; or what no listener leads to. */
  @Test
  @Rule("AP-3")
  void aTreeLeadsFromListenersToClustersAndShowsWhatIsMissing() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.ack();
      JsonNode tree =
          Await.until(
              "the clusters are accepted",
              () -> json("/api/v1/tree?node=a").at("/trees/0"),
              seen -> seen.at("/state").asText().equals("SYNCED"));

      assertThat(tree.at("/roots/0/name").asText()).isEqualTo("web");
      assertThat(tree.at("/roots/0/state").asText()).isEqualTo("NOT_ASKED");
      JsonNode routes = tree.at("/roots/0/children/0");
      assertThat(routes.at("/name").asText()).isEqualTo("main");
      assertThat(routes.at("/children/0/name").asText()).isEqualTo("blue");
      assertThat(routes.at("/children/0/state").asText()).isEqualTo("SYNCED");
      assertThat(routes.at("/children/1/name").asText()).isEqualTo("gone");
      assertThat(routes.at("/children/1/state").asText()).isEqualTo("MISSING");
      assertThat(tree.at("/others").findValuesAsText("name")).contains("spare", "cert");
    }
  }

  /** Break: look at the state of the type only. */
  @Test
  @Rule("AP-3")
  void whatAClientRefusedIsMarkedInItsTree() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a")) {
      client.next();
      client.nack("no such thing");
      JsonNode blue =
          Await.until(
              "the NACK is shown",
              () -> json("/api/v1/tree?node=a").at("/trees/0/roots/0/children/0/children/0"),
              seen -> seen.at("/state").asText().equals("REFUSED"));

      assertThat(blue.at("/detail").asText()).isEqualTo("no such thing");
    }
  }

  /** The schema, where every field must be known: what the API has is in its document. */
  private static JsonSchema strict(JsonNode document, JsonNode schema) {
    ObjectNode all = document.deepCopy();
    close(all.at("/components/schemas"));
    ObjectNode root = MAPPER.createObjectNode();
    root.set("components", all.at("/components"));
    root.setAll((ObjectNode) schema.deepCopy());
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);
  }

  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.at("/type").asText().equals("object")
        && object.has("properties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(AdminApiTest::close);
  }

  private JsonNode json(String path) {
    return parsed(serving.get(path).body());
  }

  private static JsonNode parsed(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
