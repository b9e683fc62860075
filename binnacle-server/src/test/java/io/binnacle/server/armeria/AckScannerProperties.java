package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What the scanner reads is what the parser reads; what it does not read is left to the parser. */
class AckScannerProperties {

  /** How the scanner is called. */
  private interface Scan<T> {
    @Nullable T scan(ByteBuf bytes, int from, int to);
  }

  private static <T> @Nullable T scanned(byte[] message, Scan<T> scan) {
    ByteBuf among = Unpooled.buffer().writeLong(-1).writeBytes(message).writeLong(-1);
    return scan.scan(among, Long.BYTES, Long.BYTES + message.length);
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
