package io.binnacle.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.benchmarks.server.Clusters;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseScannerTest {

  private static final byte[] MARKER = Clusters.marker(7).getBytes(StandardCharsets.US_ASCII);

  private final ResponseScanner scanner = new ResponseScanner();

  @Test
  void nonceVersionAndMarkerAreFoundInWhateverPiecesAFrameComes() {
    DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder().setVersionInfo("v");
    for (int i = 0; i < 3; i++) {
      response.addResources(Any.pack(Clusters.cluster(i, i == 1 ? 7 : 0)));
    }
    byte[] message = response.setTypeUrl("t").setNonce("n1").build().toByteArray();
    for (int piece = 1; piece <= message.length; piece++) {
      assertThat(messages(frame(message), piece)).isEqualTo(1);
      assertThat(scanner.marked()).isTrue();
      assertThat(scanner.resources()).isEqualTo(3);
      assertThat(text(scanner.nonce(), scanner.nonceLength())).isEqualTo("n1");
      assertThat(text(scanner.version(), scanner.versionLength())).isEqualTo("v");
    }
  }

  @Test
  void deltaResourcesAreLookedIntoAndOtherRevisionsAreNotTaken() {
    assertThat(messages(frame(delta(7)), 1_000)).isEqualTo(1);
    assertThat(scanner.marked()).isTrue();
    assertThat(messages(frame(delta(8)), 1_000)).isEqualTo(1);
    assertThat(scanner.marked()).isFalse();
  }

  @Test
  void emptyMessagesEndToo() {
    assertThat(messages(frame(new byte[0]), 2)).isEqualTo(1);
  }

  private static byte[] delta(int revision) {
    Resource resource =
        Resource.newBuilder()
            .setName(Clusters.name(1))
            .setVersion("0123456789abcdef")
            .setResource(Any.pack(Clusters.cluster(1, revision)))
            .build();
    return DeltaDiscoveryResponse.newBuilder()
        .addResources(resource)
        .setNonce("n")
        .build()
        .toByteArray();
  }

  private int messages(ByteBuf in, int piece) {
    int messages = 0;
    while (in.isReadable()) {
      int end = Math.min(in.readerIndex() + piece, in.writerIndex());
      while (scanner.scan(in, end, MARKER)) {
        messages++;
      }
    }
    return messages;
  }

  private static ByteBuf frame(byte[] message) {
    return Unpooled.buffer().writeByte(0).writeInt(message.length).writeBytes(message);
  }

  private static String text(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }
}
