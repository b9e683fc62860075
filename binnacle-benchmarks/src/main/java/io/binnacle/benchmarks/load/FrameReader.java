package io.binnacle.benchmarks.load;

import io.netty.buffer.ByteBuf;

/**
 * Takes the frames of a connection apart, in whatever pieces they come. DATA is passed on as it
 * comes; of the others the small ones are collected, and headers are stepped over.
 */
final class FrameReader {

  private static final int MOST_COLLECTED = 1024;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int SETTING_BYTES = 6;

  private final LoadConnection to;
  private final byte[] header = new byte[FrameWriter.HEADER_BYTES];
  private final byte[] collected = new byte[MOST_COLLECTED];
  private int headerBytes;
  private int length;
  private int left;
  private int type;
  private int flags;
  private int stream;

  FrameReader(LoadConnection to) {
    this.to = to;
  }

  void read(ByteBuf in) {
    while (in.isReadable() || (headerBytes == header.length && left == 0)) {
      if (headerBytes < header.length) {
        int bytes = Math.min(header.length - headerBytes, in.readableBytes());
        in.readBytes(header, headerBytes, bytes);
        headerBytes += bytes;
        if (headerBytes < header.length) {
          return;
        }
        begin();
      }
      payload(in);
      if (left == 0) {
        headerBytes = 0;
        end();
      }
    }
  }

  private void begin() {
    length = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | header[2] & 0xff;
    left = length;
    type = header[3];
    flags = header[4];
    stream = number(header, 5) & Integer.MAX_VALUE;
    if (type == FrameWriter.DATA && (flags & FrameWriter.PADDED) != 0) {
      throw new IllegalStateException("padded data");
    }
  }

  private void payload(ByteBuf in) {
    int bytes = Math.min(left, in.readableBytes());
    if (type == FrameWriter.DATA) {
      to.onData(stream, in, in.readerIndex() + bytes);
    } else if (type == FrameWriter.HEADERS || length > MOST_COLLECTED) {
      in.skipBytes(bytes);
    } else {
      in.readBytes(collected, length - left, bytes);
    }
    left -= bytes;
  }

  private void end() {
    switch (type) {
      case FrameWriter.DATA, FrameWriter.HEADERS ->
          to.onHeaders(stream, (flags & FrameWriter.END_STREAM) != 0);
      case FrameWriter.SETTINGS -> {
        if ((flags & FrameWriter.ACK) == 0) {
          to.onSettings(initialWindow());
        }
      }
      case FrameWriter.PING -> {
        if ((flags & FrameWriter.ACK) == 0) {
          long high = (long) number(collected, 0) << Integer.SIZE;
          to.onPing(high | number(collected, Integer.BYTES) & 0xffffffffL);
        }
      }
      case FrameWriter.WINDOW_UPDATE ->
          to.onWindowUpdate(stream, number(collected, 0) & Integer.MAX_VALUE);
      case FrameWriter.RST_STREAM, FrameWriter.GOAWAY ->
          throw new IllegalStateException(
              "the server sent a frame of type " + type + " on stream " + stream);
      default -> {}
    }
  }

  /** The setting, or -1 where there is none. */
  private int initialWindow() {
    int found = -1;
    for (int at = 0; at + SETTING_BYTES <= length; at += SETTING_BYTES) {
      int id = (collected[at] & 0xff) << 8 | collected[at + 1] & 0xff;
      found = id == INITIAL_WINDOW_SIZE ? number(collected, at + 2) : found;
    }
    return found;
  }

  private static int number(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | bytes[at + 3] & 0xff;
  }
}
