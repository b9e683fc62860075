package io.binnacle.server.armeria;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An HTTP/2 client that does only what a test tells it, so that it can be as bad as it likes. */
final class Http2Socket implements AutoCloseable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;

  /** In front of a gRPC message. */
  private static final int HEAD = 5;

  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int PATIENCE_MILLIS = 20_000;

  /** One frame; the connection's end is null. */
  record Frame(int type, int flags, int stream, byte[] payload) {
    boolean isPing() {
      return type == PING && (flags & ACK) == 0;
    }

    boolean isPingAck() {
      return type == PING && (flags & ACK) != 0;
    }
  }

  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
  private final Socket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  Http2Socket(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    socket
        .getOutputStream()
        .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    write(SETTINGS, 0, 0, new byte[0]);
  }

  void write(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    socket.getOutputStream().write(frame.array());
  }

  /**
   * Opens a gRPC call with one message.
   *
   * @param metadata names and values, in turn
   */
  void call(int stream, String method, byte[] message, String... metadata) throws Exception {
    Http2Headers headers =
        new DefaultHttp2Headers()
            .method("POST")
            .scheme("http")
            .authority("test")
            .path(method)
            .add("content-type", "application/grpc")
            .add("te", "trailers");
    for (int i = 0; i < metadata.length; i += 2) {
      headers.add(metadata[i], metadata[i + 1]);
    }
    ByteBuf block = Unpooled.buffer();
    new DefaultHttp2HeadersEncoder().encodeHeaders(stream, headers, block);
    write(HEADERS, END_HEADERS, stream, ByteBufUtil.getBytes(block));
    byte[] data =
        ByteBuffer.allocate(HEAD + message.length)
            .put((byte) 0)
            .putInt(message.length)
            .put(message)
            .array();
    write(DATA, 0, stream, data);
  }

  /**
   * How a stream ended, with what it began with where that came with its end; to be asked for all
   * headers of a connection in their order, and so on the first stream that ends.
   */
  Http2Headers end(int stream) throws Exception {
    for (Frame frame = read(); frame != null; frame = read()) {
      if (frame.type() == HEADERS) {
        Http2Headers headers =
            decoder.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()));
        if (frame.stream() == stream && (frame.flags() & END_STREAM) != 0) {
          return headers;
        }
      }
    }
    throw new EOFException("closed before the stream ended");
  }

  /** A value of the SETTINGS that the server begins with; null when it is not among them. */
  Long announced(int setting) throws IOException {
    Frame first = read();
    ByteBuffer payload = ByteBuffer.wrap(first.payload());
    Long value = null;
    while (payload.hasRemaining()) {
      int id = payload.getShort();
      long next = payload.getInt();
      value = id == setting ? (Long) next : value;
    }
    return value;
  }

  /** Lets the server write this much more, on the connection and on a stream. */
  void allow(int stream, int bytes) throws IOException {
    byte[] increment = ByteBuffer.allocate(4).putInt(bytes).array();
    write(WINDOW_UPDATE, 0, 0, increment);
    write(WINDOW_UPDATE, 0, stream, increment);
  }

  /** The next whole gRPC message; only for connections with one stream. */
  byte[] message() throws IOException {
    while (!isWhole()) {
      Frame frame = read();
      if (frame == null) {
        throw new EOFException("closed within a message");
      }
      if (frame.type() == DATA) {
        received.write(frame.payload());
      }
    }
    byte[] all = received.toByteArray();
    int end = HEAD + ByteBuffer.wrap(all).getInt(1);
    received.reset();
    received.write(all, end, all.length - end);
    return Arrays.copyOfRange(all, HEAD, end);
  }

  private boolean isWhole() {
    byte[] all = received.toByteArray();
    return all.length >= HEAD && all.length - HEAD >= ByteBuffer.wrap(all).getInt(1);
  }

  void ping(long payload) throws IOException {
    write(PING, 0, 0, ByteBuffer.allocate(8).putLong(payload).array());
  }

  void answer(Frame ping) throws IOException {
    write(PING, ACK, 0, ping.payload());
  }

  /** The next frame; null when the server has closed the connection. */
  Frame read() throws IOException {
    try {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = new byte[length];
      in.readFully(payload);
      return new Frame(type, flags, stream, payload);
    } catch (EOFException | SocketException closed) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
