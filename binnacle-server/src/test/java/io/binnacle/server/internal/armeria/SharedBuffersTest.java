package io.binnacle.server.internal.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.Harness;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SharedBuffersTest {

  private static final Shared EACH_ANEW =
      new Shared() {
        @Override
        public <T> T once(Object key, Supplier<T> work) {
          return work.get();
        }
      };

  private final SharedBuffers buffers = new SharedBuffers();
  private final Response response = response("a".repeat(ResponseFrame.LARGEST_COPY));

  private static Response response(String name) {
    ServerSession session =
        new ServerSession(
            Variant.SOTW, null, SessionOptions.defaults("test"), EACH_ANEW, NodeMemory.NONE);
    session.onRequest(Harness.firstRequest("n"));
    session.onView(View.of(Snapshot.of(Cluster.newBuilder().setName(name).build())));
    return session.poll(0);
  }

  private ByteBuf frame() {
    return whole(response);
  }

  private ByteBuf whole(Response of) {
    ResponseFrame frame = ResponseFrame.of(of, buffers, UnpooledByteBufAllocator.DEFAULT);
    return frame.body() == null ? frame.head() : Unpooled.wrappedBuffer(frame.head(), frame.body());
  }

  @Test
  @Rule("B-2")
  void writesOfOneBodyShareItsBytesUntilTheLastIsDone() {
    ByteBuf first = frame();
    ByteBuf second = frame();
    assertThat(buffers.size()).isEqualTo(1);

    first.release();
    assertThat(buffers.size()).isEqualTo(1);
    assertThat(second.readableBytes()).isGreaterThan(response.body().size());
    second.release();

    assertThat(buffers.size()).isZero();
    ByteBuf again = frame();
    assertThat(buffers.size()).as("bytes that were freed come again").isEqualTo(1);
    again.release();
  }

  @Test
  @Rule("B-2")
  void aSmallBodyIsCopiedBehindItsHead() throws Exception {
    Response small = response("a");

    assertIsMessage(whole(small), small);
    assertThat(buffers.size()).isZero();
  }

  @Test
  void aFrameIsTheMessageWithItsNonce() throws Exception {
    assertIsMessage(frame(), response);
  }

  private static void assertIsMessage(ByteBuf frame, Response response) throws Exception {
    assertThat(frame.readByte()).as("not compressed").isZero();
    assertThat(frame.readInt()).isEqualTo(frame.readableBytes());

    byte[] message = new byte[frame.readableBytes()];
    frame.readBytes(message);
    frame.release();

    DiscoveryResponse parsed = DiscoveryResponse.parseFrom(CodedInputStream.newInstance(message));
    assertThat(parsed.getNonce()).isEqualTo(response.nonce());
    assertThat(parsed.getTypeUrl()).isEqualTo(ResourceType.CLUSTER.typeUrl());
    assertThat(parsed.getVersionInfo()).isEqualTo(response.version());
  }
}
