package io.binnacle.benchmarks.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Writes the few HTTP/2 frames that the client needs. */
final class FrameWriter {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;

  static final int ACK = 1;
  static final int END_STREAM = 1;
  static final int PADDED = 8;
  private static final int END_HEADERS = 4;

  static final int HEADER_BYTES = 9;
  private static final int GRPC_PREFIX = 5;
  private static final int MOST_FRAME_BYTES = 16 << 10;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int SETTING_BYTES = 6;

  private FrameWriter() {}

  static void header(ByteBuf out, int length, int type, int flags, int stream) {
    out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
  }

  /** What a connection begins with. */
  static void preface(ByteBuf out, int streamWindow, int connectionWindowMore) {
    ByteBufUtil.writeAscii(out, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    header(out, SETTING_BYTES, SETTINGS, 0, 0);
    out.writeShort(INITIAL_WINDOW_SIZE).writeInt(streamWindow);
    windowUpdate(out, 0, connectionWindowMore);
  }

  static void windowUpdate(ByteBuf out, int stream, int more) {
    header(out, Integer.BYTES, WINDOW_UPDATE, 0, stream);
    out.writeInt(more);
  }

  /** Request headers, all literal, so that there is no state of compression to keep. */
  static void requestHeaders(ByteBuf out, int stream, String path) {
    int start = out.writerIndex();
    header(out, 0, HEADERS, END_HEADERS, stream);
    literal(out, ":method", "POST");
    literal(out, ":scheme", "http");
    literal(out, ":path", path);
    literal(out, ":authority", "bench");
    literal(out, "content-type", "application/grpc");
    literal(out, "te", "trailers");
    out.setMedium(start, out.writerIndex() - start - HEADER_BYTES);
  }

  /** A frame with one gRPC message of this length, which is to be written behind it. */
  static void message(ByteBuf out, int stream, int length) {
    header(out, GRPC_PREFIX + length, DATA, 0, stream);
    out.writeByte(0).writeInt(length);
  }

  /** One gRPC message, in frames that are no larger than every peer takes. */
  static void message(ByteBuf out, int stream, byte[] message) {
    int first = Math.min(message.length, MOST_FRAME_BYTES - GRPC_PREFIX);
    header(out, GRPC_PREFIX + first, DATA, 0, stream);
    out.writeByte(0).writeInt(message.length).writeBytes(message, 0, first);
    for (int at = first; at < message.length; ) {
      int piece = Math.min(message.length - at, MOST_FRAME_BYTES);
      header(out, piece, DATA, 0, stream);
      out.writeBytes(message, at, piece);
      at += piece;
    }
  }

  /** Bytes that a message of this length takes of the flow control windows. */
  static int windowOf(int length) {
    return GRPC_PREFIX + length;
  }

  private static void literal(ByteBuf out, String name, String value) {
    out.writeByte(0).writeByte(name.length());
    out.writeCharSequence(name, StandardCharsets.US_ASCII);
    out.writeByte(value.length());
    out.writeCharSequence(value, StandardCharsets.US_ASCII);
  }
}
