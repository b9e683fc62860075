package io.binnacle.server.internal.armeria.request;

import com.linecorp.armeria.common.HttpData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The gRPC messages in what one client sends, in whatever pieces it comes.
 *
 * <p>Holds nothing between whole messages, and never more than one incomplete message and one DATA
 * frame. (Armeria's deframer stands behind a second stream message with a queue of its own, which
 * cost 1 kB per idle stream.) Touched by the connection's event loop only.
 */
public final class RequestFrames {

  /** What is no frame, or one that is too large. */
  public static final class BadFrame extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean tooLarge;

    BadFrame(boolean tooLarge, String message) {
      super(message);
      this.tooLarge = tooLarge;
    }

    public boolean isTooLarge() {
      return tooLarge;
    }
  }

  private static final int HEADER = 5;

  private final int mostBytes;
  private final ByteBufAllocator allocator;
  private @Nullable ByteBuf received;

  /** Whether what was received is in a buffer of this stream alone. */
  private boolean own;

  private boolean compressed;
  private int from;
  private int to;

  /**
   * Frames of which none has come.
   *
   * @param mostBytes size of the largest message
   */
  public RequestFrames(int mostBytes, ByteBufAllocator allocator) {
    this.mostBytes = mostBytes;
    this.allocator = allocator;
  }

  /** Takes what has come over; it is closed when it was read. */
  public void add(HttpData data) {
    ByteBuf more = data.byteBuf();
    ByteBuf before = received;
    own = before != null;
    received =
        before == null
            ? more
            : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, before, more);
  }

  /** Whether {@link #next} would find a message, or what is none. */
  public boolean hasNext() {
    ByteBuf bytes = received;
    if (bytes == null || bytes.readableBytes() < HEADER) {
      return false;
    }
    int at = bytes.readerIndex();
    long length = bytes.getUnsignedInt(at + 1);
    return length > mostBytes
        || bytes.getByte(at) >>> 1 != 0
        || bytes.readableBytes() - HEADER >= length;
  }

  /**
   * Moves on to the next message, which {@link #bytes} holds from {@link #from} to {@link #to}.
   *
   * @throws BadFrame when it cannot be read; then neither can what follows
   */
  public void next() throws BadFrame {
    ByteBuf bytes = bytes();
    byte flags = bytes.readByte();
    if (flags >>> 1 != 0) {
      throw new BadFrame(false, "a frame begins with " + flags + "; the flags are 0 or 1");
    }
    long length = bytes.readUnsignedInt();
    if (length > mostBytes) {
      // before it is read: it need never come in full
      throw new BadFrame(true, "a message of " + length + " bytes");
    }
    compressed = flags == 1;
    from = bytes.readerIndex();
    to = from + (int) length;
    bytes.readerIndex(to);
  }

  ByteBuf bytes() {
    if (received == null) {
      throw new IllegalStateException("there is no message");
    }
    return received;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  boolean isCompressed() {
    return compressed;
  }

  /**
   * Lets go of what was read. A rest is copied once: what has come is a slice of all that its
   * connection read together, which a few bytes would keep.
   */
  public void discardRead() {
    ByteBuf bytes = received;
    if (bytes == null) {
      return;
    }
    int rest = bytes.readableBytes();
    if (rest == 0) {
      close();
    } else if (!own) {
      own = true;
      received = allocator.buffer(rest).writeBytes(bytes);
      bytes.release();
    }
  }

  /** Bytes that have come and are no whole message yet. */
  public int held() {
    return received == null ? 0 : received.readableBytes();
  }

  /** Lets go of everything. */
  public void close() {
    if (received != null) {
      received.release();
      received = null;
    }
  }
}
