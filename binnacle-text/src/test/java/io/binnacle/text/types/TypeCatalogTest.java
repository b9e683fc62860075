package io.binnacle.text.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.text.Findings;
import io.binnacle.text.TestTypes;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rule("G-7")
class TypeCatalogTest {

  private static final TypeCatalog CATALOG = TypeCatalog.generated();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "envoy.config.cluster.v3.Cluster",
        "envoy.config.cluster.v3.Cluster.EdsClusterConfig",
        "envoy.extensions.filters.http.router.v3.Router",
        "envoy.type.matcher.v3.RegexMatcher.GoogleRE2",
        "xds.type.v3.TypedStruct",
        "udpa.type.v1.TypedStruct",
        "google.protobuf.Duration",
        "google.rpc.Status",
        "opentelemetry.proto.common.v1.KeyValue"
      })
  void aTypeOfTheEnvoyApiIsFoundByItsName(String name) {
    Message found = CATALOG.find("type.googleapis.com/" + name);

    assertThat(found).isNotNull().isNotInstanceOf(DynamicMessage.class);
    assertThat(found.getDescriptorForType().getFullName()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "a..b",
        "..",
        "/",
        "java.lang.String",
        "envoy.config.cluster.v3.cluster",
        "envoy.config.cluster.v3.Cluster.DiscoveryType",
        "envoy.config.cluster.v3.ClusterProto",
        "envoy.config.cluster.v3.Cluster$EdsClusterConfig",
        "com.google.protobuf.Duration",
        "google.protobuf.Message",
        "google.protobuf.DynamicMessage"
      })
  void whatIsNoMessageIsNotFound(String name) {
    assertThat(CATALOG.find(name)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "envoy.config.clustr.v3.Cluster, envoy.config.cluster.v3.Cluster",
    "envoy.config.cluster.v3.Clustr, envoy.config.cluster.v3.Cluster",
    "envoy.extensions.filters.http.route.v3.Router, envoy.extensions.filters.http.router.v3.Router",
    "envoy.api.v2.core.SubstitutionFormatString, envoy.config.core.v3.SubstitutionFormatString",
    "envoy.config.filter.http.router.v2.Router, envoy.extensions.filters.http.router.v3.Router",
    "envoy.extensions.filters.http.golang.v3alpha.Config, ''",
    "com.example.Router, ''",
    "envoy.extensions.filters.http.nothing_like_it.v3.Config, ''",
    "com.example.nothing.like.It, ''"
  })
  void aWrongNameHasANearestOne(String wrong, String nearest) {
    String found = CATALOG.nearest("type.googleapis.com/" + wrong);

    assertThat(found == null ? "" : found).isEqualTo(nearest);
  }

  @Test
  void aPrivateTypeOfADescriptorSetIsDecodedAndPacked() throws Exception {
    TypeCatalog catalog = TestTypes.catalog();
    Findings findings = new Findings();
    String yaml =
        """
        name: a
        filter_chains:
          - filters:
              - name: mine
                typed_config:
                  "@type": type.googleapis.com/test.v1.All
                  color: GREEN
                  address: {pipe: {path: /tmp/x}}
        """;

    Message message =
        new MessageDecoder(catalog)
            .decode(
                SourceText.parse("f.yaml", yaml, findings).get(0),
                Listener.getDefaultInstance(),
                "a",
                findings);

    assertThat(findings.sorted()).isEmpty();
    Any any = ((Listener) message).getFilterChains(0).getFilters(0).getTypedConfig();
    Message content = TestTypes.all(catalog).newBuilderForType().mergeFrom(any.getValue()).build();
    assertThat(content.toString()).contains("color: GREEN").contains("path: \"/tmp/x\"");
  }

  @Test
  void aTypeOfTheUserWinsOverOneOfTheEnvoyApi() {
    FileDescriptorProto.Builder file = Cluster.getDescriptor().getFile().toProto().toBuilder();
    for (var type : file.getMessageTypeBuilderList()) {
      if (type.getName().equals("Cluster")) {
        type.addField(
            FieldDescriptorProto.newBuilder()
                .setName("new_in_this_api")
                .setNumber(999)
                .setType(FieldDescriptorProto.Type.TYPE_STRING));
      }
    }
    Findings findings = new Findings();

    TypeCatalog catalog =
        CATALOG.withDescriptors(
            "new.pb", FileDescriptorSet.newBuilder().addFile(file).build().toByteArray(), findings);
    Message cluster = catalog.find("envoy.config.cluster.v3.Cluster");
    Message decoded =
        new MessageDecoder(catalog)
            .decode(
                SourceText.parse("f.yaml", "{name: a, new_in_this_api: x}", findings).get(0),
                cluster,
                "a",
                findings);

    assertThat(findings.sorted()).isEmpty();
    assertThat(decoded.toString()).contains("new_in_this_api: \"x\"");
    assertThat(CATALOG.find("envoy.config.cluster.v3.Cluster"))
        .isSameAs(Cluster.getDefaultInstance());
  }

  @Test
  void constraintsInADescriptorSetAreReadAsOptions() {
    Findings findings = new Findings();
    byte[] set =
        FileDescriptorSet.newBuilder()
            .addFile(Cluster.getDescriptor().getFile().toProto())
            .build()
            .toByteArray();

    Message cluster =
        CATALOG.withDescriptors("c.pb", set, findings).find("envoy.config.cluster.v3.Cluster");

    assertThat(cluster.getDescriptorForType().findFieldByName("name").getOptions().getAllFields())
        .extractingFromEntries(entry -> entry.getKey().getFullName())
        .contains("validate.rules");
  }

  private static String findingsOf(byte[] bytes) {
    Findings findings = new Findings();
    CATALOG.withDescriptors("my.pb", bytes, findings);
    return findings.sorted().toString();
  }

  @Test
  void whatIsNoDescriptorSetIsAFindingThatSaysHowToMakeOne() {
    String howTo =
        "; make one with: protoc --include_imports --descriptor_set_out=FILE your.proto]";

    assertThat(findingsOf(new byte[0])).isEqualTo("[my.pb: holds no descriptors" + howTo);
    assertThat(findingsOf(ByteString.copyFromUtf8("syntax = \"proto3\";").toByteArray()))
        .isEqualTo("[my.pb: is not a descriptor set" + howTo);
    assertThat(findingsOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1}))
        .startsWith("[my.pb: is a program that carries no descriptors");
  }

  @Test
  void aFileWithAMissingImportIsLeftOutAndTheOthersStay() {
    FileDescriptorProto broken =
        FileDescriptorProto.newBuilder()
            .setName("broken.proto")
            .setSyntax("proto3")
            .addDependency("not/there.proto")
            .build();
    Findings findings = new Findings();
    TypeCatalog catalog =
        CATALOG.withDescriptors(
            "my.pb",
            FileDescriptorSet.newBuilder()
                .addFile(broken)
                .addFile(TestTypes.file())
                .build()
                .toByteArray(),
            findings);

    assertThat(findings.sorted())
        .hasToString(
            "[my.pb: 'broken.proto' imports 'not/there.proto', which is neither in this set nor in the Envoy API,"
                + " or cannot be used; make one with: protoc --include_imports --descriptor_set_out=FILE your.proto]");
    assertThat(catalog.find(TestTypes.ALL)).isNotNull();
  }

  @Test
  @Rule("G-7")
  void theDescriptorsThatAreLinkedIntoAProgramAreItsTypes() throws Exception {
    ByteArrayOutputStream program = new ByteArrayOutputStream();
    program.write(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
    program.write("\n\u0007a.proto, which is no descriptor".getBytes(StandardCharsets.UTF_8));
    program.write(TestTypes.file().toByteArray());
    // the next string of the program follows without a gap
    program.write("\0\n\nsome words".getBytes(StandardCharsets.UTF_8));
    Findings findings = new Findings();

    TypeCatalog catalog = CATALOG.withDescriptors("envoy", program.toByteArray(), findings);

    assertThat(findings.sorted()).isEmpty();
    assertThat(catalog.find(TestTypes.ALL)).isNotNull();
    assertThat(catalog.isOfProgram()).isTrue();
    assertThat(CATALOG.isOfProgram()).isFalse();
  }

  @Test
  @Rule("G-7")
  void theApiOfARealEnvoyIsReadOutOfItsBinary() throws Exception {
    String envoy = System.getenv().getOrDefault("BINNACLE_ENVOY", "");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeFalse(envoy.isEmpty(), "no Envoy: set BINNACLE_ENVOY (tools/envoy)");
    }
    Findings findings = new Findings();

    TypeCatalog catalog =
        CATALOG.withDescriptors("envoy", Files.readAllBytes(Path.of(envoy)), findings);

    assertThat(findings.sorted()).isEmpty();
    Message cluster = catalog.find("envoy.config.cluster.v3.Cluster");
    assertThat(cluster).isInstanceOf(DynamicMessage.class);
    assertThat(cluster.getDescriptorForType().findFieldByName("connect_timeout").getOptions())
        .asString()
        .contains("validate.rules");
    for (ResourceType type : ResourceType.known()) {
      assertThat(catalog.find(type.messageName())).isInstanceOf(DynamicMessage.class);
    }
    // newer than the generated classes
    assertThat(
            catalog
                .find(
                    "envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig")
                .getDescriptorForType()
                .getFields())
        .hasSizeGreaterThan(
            CATALOG
                .find(
                    "envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig")
                .getDescriptorForType()
                .getFields()
                .size());
  }
}
