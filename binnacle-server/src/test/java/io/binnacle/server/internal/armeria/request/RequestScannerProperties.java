package io.binnacle.server.internal.armeria.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Extension;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What the scanner takes out of requests, and what it leaves, is what a parser would read. */
class RequestScannerProperties {

  private static final int TRIES = 300;

  private static RequestScanner.@Nullable Delta scanned(ByteString message)
      throws InvalidProtocolBufferException {
    // others stand behind it in the array of a thread
    byte[] bytes = Arrays.copyOf(message.toByteArray(), message.size() + 100);
    Arrays.fill(bytes, message.size(), bytes.length, (byte) 42);
    return RequestScanner.delta(bytes, message.size());
  }

  private static DeltaDiscoveryRequest without(DeltaDiscoveryRequest request) {
    DeltaDiscoveryRequest.Builder less = request.toBuilder().clearInitialResourceVersions();
    if (request.hasNode()) {
      less.getNodeBuilder().clearExtensions();
    }
    return less.build();
  }

  @Property(tries = TRIES)
  @Rule({"D-5", "N-1"})
  void deltaRequestsAreReadAsTheParserReadsThem(@ForAll("deltas") DeltaDiscoveryRequest request)
      throws InvalidProtocolBufferException {
    RequestScanner.Delta scanned = scanned(request.toByteString());

    assertThat(scanned).isNotNull();
    assertThat(scanned.request()).isEqualTo(without(request));
    assertThat(scanned.listed().asMap()).isEqualTo(request.getInitialResourceVersionsMap());
  }

  @Property(tries = TRIES)
  @Rule("N-1")
  void sotwRequestsAreReadAsTheParserReadsThem(@ForAll("nodes") Node node, @ForAll int number)
      throws InvalidProtocolBufferException {
    DiscoveryRequest request =
        DiscoveryRequest.newBuilder()
            .setVersionInfo("v" + number)
            .setNode(node)
            .addResourceNames("a" + number)
            .build();
    byte[] bytes = request.toByteArray();

    DiscoveryRequest.Builder expected = request.toBuilder();
    expected.getNodeBuilder().clearExtensions();
    assertThat(RequestScanner.sotw(bytes, bytes.length)).isEqualTo(expected.build());
  }

  /** Two messages one behind the other are one for the parser, their nodes too. */
  @Property(tries = TRIES)
  @Rule("B-4")
  void whatIsUnusualIsLeftToTheParserOrReadAsItDoes(
      @ForAll("deltas") DeltaDiscoveryRequest first,
      @ForAll("deltas") DeltaDiscoveryRequest second,
      @ForAll byte noise)
      throws InvalidProtocolBufferException {
    ByteString both = first.toByteString().concat(second.toByteString());
    byte[] noisy = both.toByteArray();
    if (noisy.length > 0) {
      noisy[Math.floorMod(first.hashCode(), noisy.length)] = noise;
    }
    for (ByteString bytes : List.of(both, ByteString.copyFrom(noisy))) {
      assertAgrees(bytes);
    }
  }

  private static void assertAgrees(ByteString bytes) {
    DeltaDiscoveryRequest parsed;
    try {
      parsed = DeltaDiscoveryRequest.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      return; // what is wrong in extensions alone the scanner need not see
    }
    try {
      RequestScanner.Delta scanned = scanned(bytes);
      if (scanned != null) {
        assertThat(scanned.request()).isEqualTo(without(parsed));
        assertThat(scanned.listed().asMap()).isEqualTo(parsed.getInitialResourceVersionsMap());
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("refused, though the parser reads " + parsed, e);
    }
  }

  @Example
  @Rule("N-2")
  void streamsOfOneNodeShareIt() throws InvalidProtocolBufferException {
    Node node = Node.newBuilder().setId("shared").setCluster("c").build();
    ByteString request =
        DeltaDiscoveryRequest.newBuilder().setNode(node).setTypeUrl("t").build().toByteString();

    RequestScanner.Delta first = scanned(request);
    RequestScanner.Delta second = scanned(request);

    assertThat(first).isNotNull();
    assertThat(second).isNotNull();
    assertThat(second.request().getNode()).isEqualTo(node).isSameAs(first.request().getNode());
  }

  /** Break: {@code RequestScanner.version} makes a string of each name. */
  @Example
  void clientsThatListTheSameNamesShareThem() throws InvalidProtocolBufferException {
    ByteString request =
        DeltaDiscoveryRequest.newBuilder()
            .putInitialResourceVersions("a-name-of-many", "1")
            .build()
            .toByteString();
    RequestScanner.Delta first = scanned(request);
    RequestScanner.Delta second = scanned(request);

    assertThat(first).isNotNull();
    assertThat(second).isNotNull();
    assertThat(second.listed().asMap().keySet().iterator().next())
        .isSameAs(first.listed().asMap().keySet().iterator().next());
  }

  @Example
  @Rule("X-1")
  void namesThatAreNotAsciiAreLeftToTheParser() throws InvalidProtocolBufferException {
    DeltaDiscoveryRequest request =
        DeltaDiscoveryRequest.newBuilder().putInitialResourceVersions("é", "1").build();

    assertThat(scanned(request.toByteString())).isNull();
  }

  @Provide
  Arbitrary<Node> nodes() {
    Arbitrary<String> texts = Arbitraries.strings().ascii().ofMaxLength(200);
    return Combinators.combine(texts, texts, Arbitraries.integers().between(0, 40))
        .as(
            (id, cluster, extensions) -> {
              Node.Builder node =
                  Node.newBuilder().setId(id).setUserAgentName("envoy").setCluster(cluster);
              for (int i = 0; i < extensions; i++) {
                node.addExtensions(Extension.newBuilder().setName("extension-" + i));
              }
              return node.addClientFeatures("f").build();
            });
  }

  @Provide
  Arbitrary<DeltaDiscoveryRequest> deltas() {
    Arbitrary<String> names = Arbitraries.strings().ascii().ofMaxLength(150);
    Arbitrary<String> versions =
        Arbitraries.oneOf(
            Arbitraries.strings().withChars("0123456789abcdef").ofLength(32),
            Arbitraries.strings().ascii().ofMaxLength(40));
    Arbitrary<Map<String, String>> listed = Arbitraries.maps(names, versions).ofMaxSize(60);
    Arbitrary<@Nullable Node> maybeNode = nodes().injectNull(0.3);
    return Combinators.combine(listed, maybeNode, names.list().ofMaxSize(4), names)
        .as(
            (initial, node, subscribed, url) -> {
              DeltaDiscoveryRequest.Builder request =
                  DeltaDiscoveryRequest.newBuilder()
                      .setTypeUrl(url)
                      .addAllResourceNamesSubscribe(subscribed)
                      .putAllInitialResourceVersions(initial);
              if (node != null) {
                request.setNode(node);
              }
              return request.build();
            });
  }
}
