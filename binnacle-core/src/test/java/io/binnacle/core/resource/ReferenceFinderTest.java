package io.binnacle.core.resource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.core.TextMessages;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceFinderTest {

  static List<Arguments> kinds() throws IOException {
    String file;
    try (InputStream in = ReferenceFinderTest.class.getResourceAsStream("references.txt")) {
      file = new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Arguments> rows = new ArrayList<>();
    for (String row : file.replaceAll("(?m)^#.*", "").trim().split("\n\n+")) {
      List<String> lines = row.lines().map(String::trim).toList();
      List<String> found =
          lines.stream().filter(line -> line.startsWith("=> ")).map(l -> l.substring(3)).toList();
      rows.add(arguments(lines.get(0), lines.get(1), found));
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Rule("S-17")
  void everyKindOfReferenceIsFound(String type, String text, List<String> found) {
    Message message = TextMessages.parse(type, text);
    List<String> seen = new ArrayList<>();
    List<Reference> references = new ArrayList<>();
    ReferenceFinder.generated()
        .visit(
            "me",
            message,
            (reference, path) -> {
              references.add(reference);
              seen.add(
                  reference.type()
                      + " "
                      + reference.name()
                      + (reference.sameStream() ? "" : " elsewhere")
                      + " at "
                      + (path.toString().isEmpty() ? "the resource itself" : path));
            });
    assertThat(seen).containsExactlyElementsOf(found);
    assertThat(Resource.builder("me", message).build().references())
        .containsExactlyElementsOf(references);
    assertThat(Resource.packed("me", Any.pack(message)).build().references())
        .containsExactlyElementsOf(references);
  }

  @Test
  void aResourceNamesAnotherOneOnce() {
    Message twice =
        TextMessages.parse(
            "envoy.config.route.v3.RouteConfiguration",
            "virtual_hosts { routes { route { cluster: 'a' } } routes { route { cluster: 'b' } }"
                + " routes { route { cluster: 'a' } } }");
    assertThat(Resource.builder("r", twice).build().references())
        .containsExactly(
            new Reference(ResourceType.CLUSTER, "a"), new Reference(ResourceType.CLUSTER, "b"));
    assertThat(Resource.builder("r", RouteConfiguration.getDefaultInstance()).build().references())
        .isSameAs(Resource.builder("c", Cluster.getDefaultInstance()).build().references());
  }

  @Test
  @Rule("G-7")
  void aMessageOfAnotherDescriptorIsReadByItsOwn() throws Exception {
    Message generated =
        TextMessages.parse(
            "envoy.config.route.v3.RouteConfiguration",
            "virtual_hosts { routes { route { cluster: 'a' } } }");
    Message dynamic =
        DynamicMessage.parseFrom(generated.getDescriptorForType(), generated.toByteString());
    MessageTypes none = typeUrl -> null;
    assertThat(Resource.builder("r", dynamic, new ReferenceFinder(none)).build().references())
        .containsExactly(new Reference(ResourceType.CLUSTER, "a"));
  }

  @Test
  @Rule("T-2")
  void anAnyThatCannotBeReadNamesNothing() {
    for (String typeUrl : List.of("type.googleapis.com/envoy.config.core.v3.HttpUri", "", "x/y")) {
      Any broken =
          Any.newBuilder().setTypeUrl(typeUrl).setValue(ByteString.copyFromUtf8("\377")).build();
      Cluster cluster = Cluster.newBuilder().putTypedExtensionProtocolOptions("k", broken).build();
      assertThat(Resource.builder("c", cluster).build().references()).isEmpty();
    }
  }

  @Test
  void anyInAnyInAnyWithoutEndIsNotFollowed() {
    Any nested = Any.pack(TextMessages.parse("envoy.config.core.v3.HttpUri", "cluster: 'deep'"));
    for (int depth = 0; depth < 1000; depth++) {
      nested = Any.pack(nested);
    }
    Cluster cluster = Cluster.newBuilder().putTypedExtensionProtocolOptions("k", nested).build();
    assertThat(Resource.builder("c", cluster).build().references()).isEmpty();
  }
}
