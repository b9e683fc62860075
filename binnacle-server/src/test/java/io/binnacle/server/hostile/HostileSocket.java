package io.binnacle.server.hostile;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A peer on a connection of its own, that sends any bytes, and reads nothing unless it is told to.
 * For one test and its thread; {@link #flood} sends on a thread of its own.
 */
final class HostileSocket implements AutoCloseable {

  private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int DRIP_MILLIS = 20;
  private static final int SMALL_BUFFER = 16 << 10;

  /** One frame that the server sent. */
  record Frame(int type, int flags, int stream, byte[] payload) {

    /** Of a GOAWAY. */
    int errorCode() {
      return ByteBuffer.wrap(payload).getInt(4);
    }

    boolean isAnswerTo(long ping) {
      return type == Frames.PING
          && (flags & Frames.ACK) != 0
          && ByteBuffer.wrap(payload).getLong() == ping;
    }
  }

  private final Socket socket = new Socket();
  private final DataInputStream in;

  HostileSocket(int port) throws IOException {
    // so that what a peer does not read piles up in the server soon
    socket.setReceiveBufferSize(SMALL_BUFFER);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** One that comes from another address of loopback, and so is another peer to the server. */
  HostileSocket(String from, int port) throws IOException {
    socket.bind(new InetSocketAddress(from, 0));
    socket.setSoLinger(true, 0); // leaves no port behind that waits
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** One that has begun an HTTP/2 connection. */
  static HostileSocket http2(int port) throws IOException {
    return new HostileSocket(port).send(Frames.preface());
  }

  /** As {@link #http2(int)}, from another address. */
  static HostileSocket http2(String from, int port) throws IOException {
    return new HostileSocket(from, port).send(Frames.preface());
  }

  HostileSocket send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** What a flood came to. */
  record Flooded(int sent, boolean refused) {}

  /**
   * Sends the same bytes again and again, until the server ends the connection or all is sent.
   *
   * @return complete when it is over
   */
  CompletableFuture<Flooded> flood(byte[] bytes, int times) {
    return CompletableFuture.supplyAsync(
        () -> {
          for (int i = 0; i < times; i++) {
            try {
              send(bytes);
            } catch (IOException closed) {
              return new Flooded(i, true);
            }
          }
          return new Flooded(times, false);
        },
        task -> {
          Thread thread = new Thread(task, "flood");
          thread.setDaemon(true);
          thread.start();
        });
  }

  /** The next frame; null when the server has closed the connection. */
  @Nullable Frame read() throws IOException {
    try {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = new byte[length];
      in.readFully(payload);
      return new Frame(type, flags, stream, payload);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException closed) {
      return null;
    }
  }

  /** Reads until the server closes the connection; the last GOAWAY, null when none came. */
  @Nullable Frame readToTheEnd() throws IOException {
    Frame goAway = null;
    for (Frame frame = read(); frame != null; frame = read()) {
      goAway = frame.type() == Frames.GOAWAY ? frame : goAway;
    }
    return goAway;
  }

  /**
   * Pings and reads until that ping is answered, so that all that was sent before has been dealt
   * with.
   *
   * @return false when the server closed the connection instead
   */
  boolean awaitServer(long ping) throws IOException {
    try {
      send(Frames.ping(ping));
    } catch (IOException closed) {
      return false;
    }
    for (Frame frame = read(); frame != null; frame = read()) {
      if (frame.isAnswerTo(ping)) {
        return true;
      }
    }
    return false;
  }

  /** Reads bytes, whatever they are, until the server closes the connection. */
  byte[] bytesToTheEnd() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException reset) {
      // closed with something unread
    }
    return all.toByteArray();
  }

  /** One answer of HTTP/1.1 that has a content-length, or no body. */
  String http1Answer() throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\n") < 0) {
      answer.append((char) in.readUnsignedByte());
    }
    Matcher length = CONTENT_LENGTH.matcher(answer);
    boolean empty = answer.indexOf(" 304 ") > 0 || !length.find();
    byte[] body = new byte[empty ? 0 : Integer.parseInt(length.group(1))];
    in.readFully(body);
    return answer + new String(body, StandardCharsets.UTF_8);
  }

  /**
   * Sends the same bytes every few milliseconds, until the server closes the connection.
   *
   * @return what the server sent
   */
  byte[] drip(byte[] bytes) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    socket.setSoTimeout(DRIP_MILLIS);
    while (System.nanoTime() < deadline) {
      try {
        send(bytes);
        int next = in.read();
        if (next < 0) {
          return answer.toByteArray();
        }
        answer.write(next);
      } catch (SocketTimeoutException e) {
        // the time between two drops
      } catch (IOException closed) {
        return answer.toByteArray();
      }
    }
    throw new IOException("still open");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
