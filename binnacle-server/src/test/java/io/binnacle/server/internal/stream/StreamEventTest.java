package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Variant;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamEventTest {

  private static final Node NODE =
      Node.newBuilder()
          .setId("edge-1\nforged line")
          .setMetadata(
              Struct.newBuilder()
                  .putFields(
                      "labels", Value.newBuilder().setStringValue("x".repeat(10_000)).build()))
          .build();

  /** Break: let the records print all that they hold. */
  @Test
  void anEventPrintsInOneShortLineWhateverTheNodeSays() {
    StreamInfo stream = new StreamInfo(7, Variant.DELTA, null, "127.0.0.1:4711", NODE, "edge");
    Answer.Nack nack = new Answer.Nack("3", "c44a7f05", "", 13, "no such cluster", List.of());

    StreamEvent event = new StreamEvent.Nacked(stream, ResourceType.CLUSTER, nack);

    assertThat(event)
        .hasToString(
            "Nacked[stream=stream 7 of edge-1 forged line (ADS DELTA, 127.0.0.1:4711), group edge,"
                + " type=CDS, nack=NACK of version c44a7f05, nonce 3: no such cluster"
                + " (suspects: none)]");
  }

  @Test
  void aTypedStreamOfAnUnknownNodePrintsItsType() {
    StreamInfo stream =
        new StreamInfo(8, Variant.SOTW, ResourceType.SECRET, "peer", Node.getDefaultInstance(), "");

    assertThat(new StreamEvent.Opened(stream))
        .hasToString("Opened[stream=stream 8 of a node without id (SDS SOTW, peer)]");
  }
}
