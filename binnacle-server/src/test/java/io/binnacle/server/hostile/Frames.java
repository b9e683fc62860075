package io.binnacle.server.hostile;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The bytes of HTTP/2 frames, right or wrong, as a test wants a peer to send them. */
final class Frames {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int ACK = 1;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  static final int ENHANCE_YOUR_CALM = 11;
  private static final int CANCEL = 8;

  static final String ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

  private Frames() {}

  /** What a client begins a connection with. */
  static byte[] preface() {
    return join(
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        frame(SETTINGS, 0, 0, new byte[0]));
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    return frame.array();
  }

  static byte[] ping() {
    return ping(0);
  }

  static byte[] ping(long payload) {
    return frame(PING, 0, 0, ByteBuffer.allocate(8).putLong(payload).array());
  }

  static byte[] settings() {
    return frame(SETTINGS, 0, 0, new byte[0]);
  }

  static byte[] windowUpdate(int stream, int bytes) {
    return frame(WINDOW_UPDATE, 0, stream, number(bytes));
  }

  static byte[] priority(int stream) {
    return frame(PRIORITY, 0, stream, new byte[5]);
  }

  static byte[] reset(int stream) {
    return frame(RST_STREAM, 0, stream, number(CANCEL));
  }

  /** A DATA frame that holds one gRPC message. */
  static byte[] message(int stream, byte[] message) {
    byte[] data =
        ByteBuffer.allocate(5 + message.length)
            .put((byte) 0)
            .putInt(message.length)
            .put(message)
            .array();
    return frame(DATA, 0, stream, data);
  }

  /** Opens a gRPC call. */
  static byte[] call(int stream, String method) {
    return headers(stream, END_HEADERS, callHeaders(method));
  }

  static byte[] headers(int stream, int flags, Http2Headers headers) {
    return frame(HEADERS, flags, stream, block(stream, headers));
  }

  static Http2Headers callHeaders(String method) {
    return new DefaultHttp2Headers()
        .method("POST")
        .scheme("http")
        .authority("test")
        .path(method)
        .add("content-type", "application/grpc")
        .add("te", "trailers");
  }

  /**
   * Many calls that are opened and reset at once, as short as HPACK makes them.
   *
   * @param from number of the first stream
   * @param message what is sent before the reset; null for nothing
   */
  static byte[] resets(int from, int calls, byte @Nullable [] message) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder()) {
      for (int i = 0; i < calls; i++) {
        int stream = from + 2 * i;
        all.writeBytes(
            frame(HEADERS, END_HEADERS, stream, block(stream, callHeaders(ADS), encoder)));
        all.writeBytes(message == null ? new byte[0] : message(stream, message));
        all.writeBytes(reset(stream));
      }
    }
    return all.toByteArray();
  }

  /** Encoded by itself: refers to nothing that was sent before. */
  static byte[] block(int stream, Http2Headers headers) {
    try (DefaultHttp2HeadersEncoder encoder =
        new DefaultHttp2HeadersEncoder((name, value) -> true)) {
      return block(stream, headers, encoder);
    }
  }

  private static byte[] block(
      int stream, Http2Headers headers, DefaultHttp2HeadersEncoder encoder) {
    ByteBuf block = Unpooled.buffer();
    try {
      encoder.encodeHeaders(stream, headers, block);
    } catch (Http2Exception e) {
      throw new IllegalArgumentException(e);
    }
    return ByteBufUtil.getBytes(block);
  }

  static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  static byte[] repeat(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
