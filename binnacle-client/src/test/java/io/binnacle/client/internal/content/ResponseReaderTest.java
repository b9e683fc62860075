package io.binnacle.client.internal.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {

  private static final Cluster CLUSTER =
      Cluster.newBuilder().setName("a").setAltStatName("b").build();
  private static final DiscoveryResponse RESPONSE =
      DiscoveryResponse.newBuilder()
          .setVersionInfo("7")
          .setTypeUrl("type.googleapis.com/envoy.config.cluster.v3.Cluster")
          .addResources(Any.pack(CLUSTER))
          .addResources(
              Any.pack(Resource.newBuilder().setName("w").setResource(Any.pack(CLUSTER)).build()))
          .build();
  private static final TypeRegistry TYPES =
      TypeRegistry.newBuilder().add(Cluster.getDescriptor()).add(Resource.getDescriptor()).build();

  private final ResponseReader reader = new ResponseReader(TypeCatalog.newest());
  private final List<String> problems = new ArrayList<>();

  private DiscoveryResponse read(String name, String text) throws UnreadableException {
    return reader.read(name, text.getBytes(StandardCharsets.UTF_8), problems::add);
  }

  private String refused(String name, String text) {
    try {
      read(name, text);
      return "nothing";
    } catch (UnreadableException e) {
      return e.getMessage();
    }
  }

  @Test
  @Rule("F-1")
  void allFourFormsAreRead() throws Exception {
    String json = JsonFormat.printer().usingTypeRegistry(TYPES).print(RESPONSE);
    String text = TextFormat.printer().usingTypeRegistry(TYPES).printToString(RESPONSE);
    assertThat(text).contains("[type.googleapis.com/envoy.config.cluster.v3.Cluster]");

    assertThat(reader.read("x.pb", RESPONSE.toByteArray(), problems::add)).isEqualTo(RESPONSE);
    assertThat(read("x.pb_text", text)).isEqualTo(RESPONSE);
    assertThat(read("x.json", json)).isEqualTo(RESPONSE);
    assertThat(
            read(
                "x.yaml",
                """
                version_info: "7"
                type_url: type.googleapis.com/envoy.config.cluster.v3.Cluster
                resources:
                - {"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, alt_stat_name: b}
                - "@type": type.googleapis.com/envoy.service.discovery.v3.Resource
                  name: w
                  resource: {"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, alt_stat_name: b}
                """))
        .isEqualTo(RESPONSE);
    assertThat(problems).isEmpty();
  }

  // Break: take empty bytes for a response without resources.
  @Test
  @Rule("F-3")
  void nothingAtAllIsNoResponse() {
    for (String ending : List.of("pb", "pb_text", "json", "yaml")) {
      assertThat(refused("x." + ending, "")).as(ending).startsWith("x." + ending + ": it is empty");
    }
    assertThat(refused("x.yaml", "# later\n")).contains("expected one map");
  }

  @Test
  void whatCannotBeReadIsToldWithItsPlace() {
    assertThat(refused("x.yaml", "resources:\n  a: b\n")).startsWith("x.yaml:2:3: resources:");
    assertThat(refused("x.json", "{\"resources\": [}")).startsWith("x.json:1:");
    assertThat(refused("x.pb", "not binary")).startsWith("x.pb: no DiscoveryResponse");
    assertThat(refused("x.pb_text", "resources {\n oops\n}")).startsWith("x.pb_text:");
    assertThat(refused("x.yaml", "version: 1\n")).contains("unknown field 'version'");
    assertThat(refused("x.txt", "a")).contains("must end in .pb, .pb_text, .json, .yaml or .yml");
    assertThat(ResponseReader.isKnown("a.YAML")).isTrue();
    assertThat(ResponseReader.isKnown("yaml.bak")).isFalse();
  }

  // Break: refuse the text as a whole.
  @Test
  @Rule("C-4")
  void aResourceThatCannotBeReadLeavesTheOthersReadable() throws UnreadableException {
    DiscoveryResponse response =
        read(
            "x.yaml",
            """
            resources:
            - {"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, nmae: a}
            - {"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: good}
            """);

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).startsWith("x.yaml:2:").contains("did you mean 'name'?");
    assertThat(response.getResourcesCount()).isEqualTo(2);
    assertThatThrownBy(() -> response.getResources(0).unpack(Cluster.class))
        .isInstanceOf(InvalidProtocolBufferException.class);
    assertThat(response.getResources(1).is(Cluster.class)).isTrue();
  }
}
