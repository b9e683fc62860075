package io.binnacle.benchmarks.load;

import io.netty.buffer.ByteBuf;

/**
 * Finds in the gRPC frames of one stream what an ACK needs, in whatever pieces they come.
 *
 * <p>Both response messages number their fields alike: version 1, resources 2, nonce 5. Only the
 * top level is walked; fields are stepped over, and of a resource its last bytes are compared with
 * the marker. Owned by the connection's event loop.
 */
final class ResponseScanner {

  private enum State {
    PREFIX,
    TAG,
    LENGTH,
    NUMBER,
    SKIP,
    COMPARE,
    CAPTURE
  }

  private static final int VERSION = 1;
  private static final int RESOURCES = 2;
  private static final int NONCE = 5;
  private static final int PREFIX_BYTES = 5;
  private static final int MOST_CAPTURED = 128;

  /** The marker, and what a serializer may put behind it: an enum of a oneof, or a name. */
  private static final int TAIL = 64;

  private State state = State.PREFIX;
  private int prefixBytes;
  private long prefix;
  private int messageLeft;
  private int field;
  private int value;
  private int shift;
  private int left;
  private int compareLeft;
  private int matched;

  private final byte[] version = new byte[MOST_CAPTURED];
  private final byte[] nonce = new byte[MOST_CAPTURED];
  private int versionLength;
  private int nonceLength;
  private int resources;
  private boolean marked;

  /**
   * Reads on, until a message has ended or the bytes have.
   *
   * @param marker what to look for; its first byte comes in it only once
   * @param end index in the buffer behind the last byte to read
   * @return whether a message has ended, and the getters tell of it
   */
  boolean scan(ByteBuf in, int end, byte[] marker) {
    while (in.readerIndex() < end) {
      int before = in.readerIndex();
      boolean inMessage = state != State.PREFIX;
      step(in, end, marker);
      messageLeft -= inMessage ? in.readerIndex() - before : 0;
      if (messageLeft == 0 && prefixBytes == PREFIX_BYTES) {
        state = State.PREFIX;
        prefixBytes = 0;
        return true;
      }
    }
    return false;
  }

  private void step(ByteBuf in, int end, byte[] marker) {
    switch (state) {
      case PREFIX -> prefix(in.readUnsignedByte());
      case TAG -> {
        if (varint(in.readByte())) {
          tag();
        }
      }
      case NUMBER -> {
        if (varint(in.readByte())) {
          begin(State.TAG);
        }
      }
      case LENGTH -> {
        if (varint(in.readByte())) {
          length(value);
        }
      }
      case SKIP -> {
        int skipped = Math.min(left, end - in.readerIndex());
        in.skipBytes(skipped);
        left -= skipped;
        if (left == 0) {
          begin(compareLeft > 0 ? State.COMPARE : State.TAG);
        }
      }
      case COMPARE -> compare(in, end, marker);
      case CAPTURE -> capture(in, end);
    }
  }

  private void prefix(int next) {
    prefix = prefix << 8 | next;
    if (++prefixBytes == PREFIX_BYTES) {
      if (prefix >>> 32 != 0) {
        throw new IllegalStateException("a compressed or broken gRPC frame: " + prefix);
      }
      messageLeft = Math.toIntExact(prefix);
      prefix = 0;
      versionLength = 0;
      nonceLength = 0;
      resources = 0;
      marked = false;
      begin(State.TAG);
    }
  }

  private void begin(State next) {
    state = next;
    value = 0;
    shift = 0;
    matched = 0;
  }

  private boolean varint(byte next) {
    value |= (next & 0x7f) << shift;
    shift += 7;
    return next >= 0;
  }

  private void tag() {
    field = value >>> 3;
    int wireType = value & 7;
    if (wireType != 0 && wireType != 2) {
      throw new IllegalStateException("field " + field + " of wire type " + wireType);
    }
    begin(wireType == 0 ? State.NUMBER : State.LENGTH);
  }

  private void length(int bytes) {
    left = bytes;
    compareLeft = 0;
    if (bytes == 0) {
      begin(State.TAG);
    } else if (field == VERSION || field == NONCE) {
      begin(State.CAPTURE);
    } else if (field == RESOURCES) {
      resources++;
      compareLeft = Math.min(bytes, TAIL);
      left = bytes - compareLeft;
      begin(left == 0 ? State.COMPARE : State.SKIP);
    } else {
      begin(State.SKIP);
    }
  }

  private void compare(ByteBuf in, int end, byte[] marker) {
    int readable = Math.min(compareLeft, end - in.readerIndex());
    int from = in.readerIndex();
    for (int i = from; i < from + readable && matched < marker.length; i++) {
      byte next = in.getByte(i);
      matched = next == marker[matched] ? matched + 1 : next == marker[0] ? 1 : 0;
    }
    in.skipBytes(readable);
    compareLeft -= readable;
    marked |= matched == marker.length;
    if (compareLeft == 0) {
      begin(State.TAG);
    }
  }

  private void capture(ByteBuf in, int end) {
    int length = Math.min(left, end - in.readerIndex());
    if (field == VERSION) {
      in.readBytes(version, versionLength, length);
      versionLength += length;
    } else {
      in.readBytes(nonce, nonceLength, length);
      nonceLength += length;
    }
    left -= length;
    if (left == 0) {
      begin(State.TAG);
    }
  }

  /** Whether the message held the marker. */
  boolean marked() {
    return marked;
  }

  /** How many resources were in the message. */
  int resources() {
    return resources;
  }

  int versionLength() {
    return versionLength;
  }

  int nonceLength() {
    return nonceLength;
  }

  byte[] version() {
    return version;
  }

  byte[] nonce() {
    return nonce;
  }
}
