package io.binnacle.server.internal.armeria.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Extension;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What the scanner reads is what the parser reads; what it does not read is left to the parser. */
class AckScannerProperties {

  /** How the scanner is called. */
  private interface Scan<T> {
    @Nullable T scan(ByteBuf bytes, int from, int to, @Nullable String nodeId);
  }

  private static <T> @Nullable T scanned(byte[] message, Scan<T> scan) {
    return scanned(message, scan, null);
  }

  private static <T> @Nullable T scanned(byte[] message, Scan<T> scan, @Nullable String nodeId) {
    ByteBuf among = Unpooled.buffer().writeLong(-1).writeBytes(message).writeLong(-1);
    return scan.scan(among, Long.BYTES, Long.BYTES + message.length, nodeId);
  }

  private static <T extends Message> void assertAgrees(
      byte[] message, Scan<T> scan, Parser<T> parser) {
    T scanned = scanned(message, scan);
    if (scanned != null) {
      try {
        assertThat(parser.parseFrom(message)).isEqualTo(scanned);
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError("the scanner reads what the parser refuses: " + scanned, e);
      }
    }
  }

  @Property
  @Rule("S-3")
  void anAckOfAKnownTypeIsReadAsTheParserReadsIt(
      @ForAll("acks") DiscoveryRequest sotw, @ForAll("deltaAcks") DeltaDiscoveryRequest delta) {
    assertThat(scanned(sotw.toByteArray(), AckScanner::sotw)).isEqualTo(sotw);
    assertThat(scanned(delta.toByteArray(), AckScanner::delta)).isEqualTo(delta);
  }

  @Property
  @Rule({"S-4", "S-5", "N-2", "D-2"})
  void whatIsMoreThanAPlainAckIsLeftToTheParser(
      @ForAll("acks") DiscoveryRequest sotw, @ForAll("deltaAcks") DeltaDiscoveryRequest delta) {
    Node node = Node.newBuilder().setId("other").build();
    Status error = Status.newBuilder().setMessage("no").build();
    List<DiscoveryRequest> sotwMore =
        List.of(
            sotw.toBuilder().addResourceNames("a").build(),
            sotw.toBuilder().setNode(node).build(),
            sotw.toBuilder().setErrorDetail(error).build(),
            sotw.toBuilder().setTypeUrl("type.googleapis.com/some.Other").build(),
            sotw.toBuilder().setResponseNonce("é").build(),
            sotw.toBuilder().setVersionInfo("v".repeat(200)).build());
    List<DeltaDiscoveryRequest> deltaMore =
        List.of(
            delta.toBuilder().addResourceNamesSubscribe("a").build(),
            delta.toBuilder().addResourceNamesUnsubscribe("a").build(),
            delta.toBuilder().putInitialResourceVersions("a", "1").build(),
            delta.toBuilder().setNode(node).build(),
            delta.toBuilder().setErrorDetail(error).build());

    assertThat(sotwMore)
        .allSatisfy(more -> assertThat(scanned(more.toByteArray(), AckScanner::sotw)).isNull());
    assertThat(deltaMore)
        .allSatisfy(more -> assertThat(scanned(more.toByteArray(), AckScanner::delta)).isNull());
  }

  @Property
  @Rule({"N-1", "N-2"})
  void theNodeOfTheStreamIsPassedOver(
      @ForAll("acks") DiscoveryRequest sotw,
      @ForAll("deltaAcks") DeltaDiscoveryRequest delta,
      @ForAll("nodes") Node node) {
    DiscoveryRequest sotwWith = sotw.toBuilder().setNode(node).build();
    DeltaDiscoveryRequest deltaWith = delta.toBuilder().setNode(node).build();

    assertThat(scanned(sotwWith.toByteArray(), AckScanner::sotw, node.getId())).isEqualTo(sotw);
    assertThat(scanned(deltaWith.toByteArray(), AckScanner::delta, node.getId())).isEqualTo(delta);
  }

  @Property
  @Rule("N-2")
  void aNodeOfAnotherIdIsLeftToTheParser(
      @ForAll("acks") DiscoveryRequest sotw,
      @ForAll("deltaAcks") DeltaDiscoveryRequest delta,
      @ForAll("nodes") Node node,
      @ForAll("ids") String other) {
    Assume.that(!node.getId().equals(other));
    byte[] sotwWith = sotw.toBuilder().setNode(node).build().toByteArray();
    byte[] deltaWith = delta.toBuilder().setNode(node).build().toByteArray();

    assertThat(scanned(sotwWith, AckScanner::sotw, other)).isNull();
    assertThat(scanned(deltaWith, AckScanner::delta, other)).isNull();
  }

  @Property
  @Rule("N-2")
  void whatIsMoreThanAPlainAckWithItsNodeIsLeftToTheParser(
      @ForAll("acks") DiscoveryRequest sotw, @ForAll("nodes") Node node) {
    DiscoveryRequest with = sotw.toBuilder().setNode(node).build();
    Node twiceNamed = Node.newBuilder().setId("n").build();
    ByteString idTwice = twiceNamed.toByteString().concat(twiceNamed.toByteString());
    byte[] twice =
        DiscoveryRequest.newBuilder()
            .setNode(node)
            .build()
            .toByteString()
            .concat(with.toByteString())
            .toByteArray();
    byte[] noisy =
        ByteString.copyFrom(new byte[] {18, (byte) idTwice.size()}).concat(idTwice).toByteArray();
    byte[] more = with.toBuilder().addResourceNames("a").build().toByteArray();
    byte[] cut = java.util.Arrays.copyOf(with.toByteArray(), with.getSerializedSize() - 1);

    assertThat(scanned(twice, AckScanner::sotw, node.getId())).isNull();
    assertThat(scanned(noisy, AckScanner::sotw, "n")).isNull();
    assertThat(scanned(more, AckScanner::sotw, node.getId())).isNull();
    if (sotw.getSerializedSize() > 0) {
      assertThat(scanned(cut, AckScanner::sotw, node.getId())).isNotEqualTo(sotw);
    }
  }

  @Example
  @Rule("B-4")
  void aTagOfTwoBytesIsLeftToTheParser() {
    assertThat(scanned(new byte[] {-1, 0}, AckScanner::delta)).isNull();
    assertThat(scanned(new byte[] {-1, 0}, AckScanner::sotw)).isNull();
  }

  @Property(tries = 5_000)
  @Rule("B-4")
  void onAnyBytesTheScannerAgreesWithTheParser(@ForAll("pieces") List<byte[]> pieces) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    pieces.forEach(message::writeBytes);

    assertAgrees(message.toByteArray(), AckScanner::sotw, DiscoveryRequest.parser());
    assertAgrees(message.toByteArray(), AckScanner::delta, DeltaDiscoveryRequest.parser());
  }

  @Property
  @Rule("B-4")
  void aRequestThatIsCutOffIsLeftToTheParser(
      @ForAll("acks") DiscoveryRequest sotw, @ForAll double where) {
    byte[] whole = sotw.toByteArray();
    int length = (int) (Math.abs(where % 1) * whole.length);

    assertAgrees(
        java.util.Arrays.copyOf(whole, length), AckScanner::sotw, DiscoveryRequest.parser());
  }

  @Provide
  Arbitrary<DiscoveryRequest> acks() {
    return Combinators.combine(types(), text(), text())
        .as(
            (type, nonce, version) ->
                DiscoveryRequest.newBuilder()
                    .setTypeUrl(type)
                    .setResponseNonce(nonce)
                    .setVersionInfo(version)
                    .build());
  }

  @Provide
  Arbitrary<DeltaDiscoveryRequest> deltaAcks() {
    return Combinators.combine(types(), text())
        .as(
            (type, nonce) ->
                DeltaDiscoveryRequest.newBuilder()
                    .setTypeUrl(type)
                    .setResponseNonce(nonce)
                    .build());
  }

  /** From none at all to one like an Envoy's. */
  @Provide
  Arbitrary<Node> nodes() {
    Arbitrary<Integer> extensions = Arbitraries.of(0, 1, 3, 600);
    return Combinators.combine(ids(), text(), extensions)
        .as(
            (id, cluster, count) -> {
              Node.Builder node = Node.newBuilder().setId(id).setCluster(cluster);
              for (int i = 0; i < count; i++) {
                node.addExtensions(
                    Extension.newBuilder().setName("e" + i).setCategory("c".repeat(i % 300)));
              }
              return node.build();
            });
  }

  @Provide
  Arbitrary<String> ids() {
    return Arbitraries.strings().ascii().ofMaxLength(300);
  }

  private static Arbitrary<String> types() {
    return Arbitraries.of(ResourceType.known()).map(ResourceType::typeUrl);
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings().ascii().ofMaxLength(127);
  }

  /** Fields as they are, twice, of other numbers and wire types, of wrong lengths, and noise. */
  @Provide
  Arbitrary<List<byte[]>> pieces() {
    Arbitrary<byte[]> field =
        Combinators.combine(
                Arbitraries.bytes().between((byte) 0, (byte) 64),
                Arbitraries.oneOf(types(), text(), Arbitraries.strings().ofMaxLength(5)),
                Arbitraries.integers().between(-3, 12))
            .as(
                (tag, content, wrong) -> {
                  byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                  ByteArrayOutputStream out = new ByteArrayOutputStream();
                  out.write(wrong < 9 ? (tag & 7) << 3 | 2 : tag);
                  out.write(wrong > 2 ? bytes.length : bytes.length + wrong);
                  out.writeBytes(bytes);
                  return out.toByteArray();
                });
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(6);
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, field), net.jqwik.api.Tuple.of(1, noise))
        .list()
        .ofMaxSize(5);
  }
}
