package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.rules.Rule;
import io.binnacle.text.Findings;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.tree.SourceText;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Real Envoy resources: read as protobuf reads their JSON, and printed so that they are read again
 * as they were.
 */
@Rule("G-1")
class EnvoyDocumentsTest {

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of(Listener.getDefaultInstance(), EnvoyDocuments.LISTENER),
        Arguments.of(RouteConfiguration.getDefaultInstance(), EnvoyDocuments.ROUTES),
        Arguments.of(Cluster.getDefaultInstance(), EnvoyDocuments.CLUSTER),
        Arguments.of(Secret.getDefaultInstance(), EnvoyDocuments.SECRET),
        Arguments.of(ClusterLoadAssignment.getDefaultInstance(), EnvoyDocuments.ASSIGNMENT));
  }

  private static final JsonFormat.TypeRegistry REGISTRY =
      JsonFormat.TypeRegistry.newBuilder().add(types()).build();

  private static List<com.google.protobuf.Descriptors.Descriptor> types() {
    return Stream.of(
            "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
            "envoy.extensions.access_loggers.file.v3.FileAccessLog",
            "envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
            "envoy.extensions.filters.http.router.v3.Router",
            "envoy.extensions.filters.http.buffer.v3.BufferPerRoute",
            "envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext",
            "envoy.extensions.upstreams.http.v3.HttpProtocolOptions")
        .map(name -> Decoding.CATALOG.find(name).getDescriptorForType())
        .toList();
  }

  private static String asJson(String yaml) {
    Object tree = new Yaml().load(yaml);
    return new Gson().newBuilder().serializeNulls().create().toJson(tree);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void areReadAsProtobufReadsTheirJson(Message prototype, String yaml) throws Exception {
    Message.Builder expected = prototype.newBuilderForType();
    JsonFormat.parser().usingTypeRegistry(REGISTRY).merge(asJson(yaml), expected);

    Decoding decoding = Decoding.of("f.yaml", yaml, prototype);

    assertThat(decoding.report()).isEmpty();
    assertThat(decoding.message()).isEqualTo(expected.build());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void arePrintedSoThatTheyAreReadAgainAsTheyWere(Message prototype, String yaml) throws Exception {
    Message message = Decoding.of("f.yaml", yaml, prototype).message();

    String printed = new MessagePrinter(Decoding.CATALOG).toYaml(message);

    assertThat(Decoding.of("p.yaml", printed, prototype).message()).as(printed).isEqualTo(message);
    Message.Builder oracle = prototype.newBuilderForType();
    JsonFormat.parser().usingTypeRegistry(REGISTRY).merge(asJson(printed), oracle);
    assertThat(oracle.build()).as(printed).isEqualTo(message);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void camelCaseIsReadAsSnakeCaseIs(Message prototype, String yaml) throws Exception {
    Message message = Decoding.of("f.yaml", yaml, prototype).message();
    String json = JsonFormat.printer().usingTypeRegistry(REGISTRY).print(message);

    Decoding decoding = Decoding.of("f.json", json, prototype);

    assertThat(decoding.report()).isEmpty();
    assertThat(decoding.message()).isEqualTo(message);
  }

  @Test
  void equalMapsPackIntoEqualBytes() {
    String one = "{\"@type\": t/test.v1.All, strings: {a: x, b: y, c: z}}";
    String two = "{strings: {c: z, b: y, a: x}, \"@type\": t/test.v1.All}";

    assertThat(Decoding.yaml("wk_any: " + one).message())
        .isEqualTo(Decoding.yaml("wk_any: " + two).message());
  }

  @Test
  void aResourceThatNamesItsTypeIsDecodedByIt() {
    Findings findings = new Findings();
    String yaml =
        "\"@type\": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: a\nconnect_timeout: 1s\n";

    Message message =
        Decoding.DECODER.decodeTyped(
            SourceText.parse("f.yaml", yaml, findings).get(0), "a", findings);

    assertThat(findings.sorted()).isEmpty();
    assertThat(message).isInstanceOf(Cluster.class);
    assertThat(((Cluster) message).getConnectTimeout().getSeconds()).isEqualTo(1);
  }

  @Test
  void anErrorDeepInAnAnyIsFoundWithItsPath() {
    String broken = EnvoyDocuments.LISTENER.replace("max_tokens: 10", "max_token: 10");

    assertThat(Decoding.of("f.yaml", broken, Listener.getDefaultInstance()).report())
        .isEqualTo(
            "f.yaml:27:32: r: filter_chains[0].filters[0].typed_config.http_filters[0].typed_config.token_bucket:"
                + " unknown field 'max_token', did you mean 'max_tokens'?");
  }
}
