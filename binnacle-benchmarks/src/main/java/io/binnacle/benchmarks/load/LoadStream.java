package io.binnacle.benchmarks.load;

import io.netty.buffer.ByteBuf;

/** What the client knows of one stream. Owned by the connection's event loop. */
final class LoadStream {

  final int id;
  final ResponseScanner scanner = new ResponseScanner();

  /** Resources that came before the first push. */
  int loaded;

  /** Whether these were all that it waited for. */
  boolean isLoaded;

  /** The newest round that this stream has got the change of. */
  int round;

  /** Bytes that came since the last window update. */
  int unacknowledged;

  /** Bytes that may be sent. */
  long window;

  LoadStream(int id, long window) {
    this.id = id;
    this.window = window;
  }

  /** The length of the ACK of the message that was scanned last. */
  int ackLength(Variant variant) {
    int nonce = 2 + scanner.nonceLength();
    int version = variant.acksVersion() ? 2 + scanner.versionLength() : 0;
    return variant.typeUrl().length + nonce + version;
  }

  void writeAck(ByteBuf out, Variant variant) {
    FrameWriter.message(out, id, ackLength(variant));
    if (variant.acksVersion()) {
      out.writeByte(1 << 3 | 2).writeByte(scanner.versionLength());
      out.writeBytes(scanner.version(), 0, scanner.versionLength());
    }
    out.writeBytes(variant.typeUrl());
    out.writeByte(variant.nonceTag()).writeByte(scanner.nonceLength());
    out.writeBytes(scanner.nonce(), 0, scanner.nonceLength());
  }
}
