package io.binnacle.server.internal.armeria.request;

import com.google.protobuf.WireFormat;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.netty.buffer.ByteBuf;

/**
 * Looks for the id in a node that a client sends again (N-2). What else is in the node is passed
 * over and not checked: after the first request it means nothing (N-1), and it is 60 kB in an Envoy
 * (ED-1).
 */
final class NodeScanner {

  private static final int ID = Node.ID_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** A length of more bytes is one that no request may have (B-3), or no length. */
  private static final int MOST_LENGTH_BYTES = 4;

  private final ByteBuf bytes;
  private final int to;
  private int at;

  private NodeScanner(ByteBuf bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /**
   * Whether these bytes are a node of this id. False also for what only a parser can decide: fields
   * of an unusual form, an id that is given twice or is not ASCII.
   */
  static boolean isOf(String id, ByteBuf bytes, int from, int to) {
    NodeScanner scanner = new NodeScanner(bytes, from, to);
    return scanner.scan(id);
  }

  /**
   * The length that a message has at this place, and how many bytes encode it.
   *
   * @return the length above the number of bytes, which is in the lowest three bits; negative when
   *     there is none that ends in time
   */
  static long length(ByteBuf bytes, int at, int to) {
    int value = 0;
    for (int i = 0; i < MOST_LENGTH_BYTES && at + i < to; i++) {
      byte next = bytes.getByte(at + i);
      value |= (next & 0x7f) << (7 * i);
      if (next >= 0) {
        return (long) value << 3 | (i + 1);
      }
    }
    return -1;
  }

  private boolean scan(String id) {
    boolean found = false;
    while (at < to) {
      byte tag = bytes.getByte(at);
      long prefix = length(bytes, at + 1, to);
      int from = at + 1 + (int) (prefix & 7);
      long end = from + (prefix >> 3);
      if (!isField(tag) || prefix < 0 || end > to) {
        return false;
      }
      at = (int) end;
      if (tag == ID) {
        if (found || !is(id, from, at)) {
          return false;
        }
        found = true;
      }
    }
    return found || id.isEmpty();
  }

  /** Of a small number, and with a length, as all are that a node has. */
  private static boolean isField(byte tag) {
    return tag >> 3 > 0 && (tag & 7) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private boolean is(String id, int from, int end) {
    if (end - from != id.length()) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      byte next = bytes.getByte(from + i);
      if (next < 0 || next != id.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
