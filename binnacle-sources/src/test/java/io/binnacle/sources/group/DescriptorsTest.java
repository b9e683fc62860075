package io.binnacle.sources.group;

import static io.binnacle.sources.TestDirectory.names;
import static io.binnacle.sources.TestDirectory.node;
import static io.binnacle.sources.TestDirectory.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.sources.TestDirectory;
import io.binnacle.text.Findings;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Rule("G-7")
class DescriptorsTest {

  private static final String LIMIT = "type.googleapis.com/acme.v1.Limit";

  private static FieldDescriptorProto field(String name, int number, Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .build();
  }

  private static TypeCatalog withLimit() {
    DescriptorProto limit =
        DescriptorProto.newBuilder()
            .setName("Limit")
            .addField(field("name", 1, Type.TYPE_STRING))
            .addField(field("per_second", 2, Type.TYPE_INT32))
            .build();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("acme/v1/limit.proto")
            .setPackage("acme.v1")
            .setSyntax("proto3")
            .addMessageType(limit)
            .build();
    Findings findings = new Findings();
    TypeCatalog types =
        TypeCatalog.generated()
            .withDescriptors(
                "acme.pb",
                FileDescriptorSet.newBuilder().addFile(file).build().toByteArray(),
                findings);
    assertThat(findings.sorted()).isEmpty();
    return types;
  }

  private static TestDirectory load(TypeCatalog types, String text) {
    return new TestDirectory(types, Map.of()).with("edge.yaml", text).load();
  }

  @Test
  void aPrivateTypeIsReadWithinAnExtensionAndAsAResource() throws InvalidProtocolBufferException {
    TestDirectory directory =
        load(
            withLimit(),
            """
            group: edge
            extension_configs:
              - name: limit
                typed_config: {"@type": %1$s, per_second: 5}
            resources:
              - {"@type": %1$s, name: mine, perSecond: 7}
            """
                .formatted(LIMIT));

    assertThat(directory.findings()).isEmpty();
    assertThat(names(directory.served(node("n")))).containsExactly("ECDS/limit", "Limit/mine");
    Any config =
        only(directory.served(node("n")), ResourceType.TYPED_EXTENSION_CONFIG)
            .packed()
            .unpack(TypedExtensionConfig.class)
            .getTypedConfig();
    assertThat(config.getTypeUrl()).isEqualTo(LIMIT);
    // field 2, varint 5
    assertThat(config.getValue()).isEqualTo(ByteString.copyFrom(new byte[] {0x10, 5}));
  }

  @Test
  void itsFieldsAreCheckedLikeAllOthersAndWithoutTheDescriptorsItIsUnknown() {
    String text = "group: edge\nresources: [{\"@type\": %s, name: x, per_minute: 5}]\n";

    assertThat(load(withLimit(), text.formatted(LIMIT)).findings())
        .containsExactly(
            "edge.yaml:2:67: resources/x: unknown field 'per_minute', Limit has: name, per_second");
    assertThat(load(TypeCatalog.generated(), text.formatted(LIMIT)).findings())
        .singleElement()
        .asString()
        .startsWith("edge.yaml:2:23: resources/x: @type: unknown type '" + LIMIT + "'")
        .contains("--descriptors");
  }
}
