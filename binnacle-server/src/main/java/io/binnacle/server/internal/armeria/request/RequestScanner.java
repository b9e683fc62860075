package io.binnacle.server.internal.armeria.request;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a request what a parser would make thousands of objects of: the {@code
 * initial_resource_versions}, and the extensions of the node, which are 60 kB in an Envoy and serve
 * nothing here (ED-1). After a restart all clients send both at once. What is left goes to the
 * parser.
 *
 * <p>Where the bytes are anything unusual all of them go to the parser, so what comes out is always
 * what it would give; only extensions are not checked. Used once, by one thread.
 */
public final class RequestScanner {

  private static final int VERSIONS =
      tag(DeltaDiscoveryRequest.INITIAL_RESOURCE_VERSIONS_FIELD_NUMBER);

  private static final int SOTW_NODE = tag(DiscoveryRequest.NODE_FIELD_NUMBER);
  private static final int DELTA_NODE = tag(DeltaDiscoveryRequest.NODE_FIELD_NUMBER);
  private static final int EXTENSIONS = tag(Node.EXTENSIONS_FIELD_NUMBER);
  private static final int KEY = tag(1);
  private static final int VALUE = tag(2);

  /** No byte is it. */
  private static final int NONE = 256;

  /** A length of more bytes is one that no request may have (B-3), or no length. */
  private static final int MOST_LENGTH_BYTES = 4;

  private static final int NO_NODE = -1;

  /** A delta request, and what it lists. */
  public record Delta(DeltaDiscoveryRequest request, ListedVersions listed) {}

  private final byte[] bytes;
  private final int to;
  private final int nodeTag;
  private final int versionsTag;
  private final ListedVersions.Builder listed = new ListedVersions.Builder();
  private int at;

  /** The length that was read last, which ends at {@link #at}; negative when it is none. */
  private int length;

  /** What the parser is to read is moved together at the front, up to here; the node among it. */
  private int kept;

  private int nodeFrom = NO_NODE;
  private int nodeTo;

  private RequestScanner(byte[] bytes, int length, int nodeTag, int versionsTag) {
    this.bytes = bytes;
    this.to = length;
    this.nodeTag = nodeTag;
    this.versionsTag = versionsTag;
  }

  /**
   * The request that these bytes are; null when the parser must read them. They are changed.
   *
   * @throws InvalidProtocolBufferException when they are no request
   */
  static @Nullable DiscoveryRequest sotw(byte[] bytes, int length)
      throws InvalidProtocolBufferException {
    RequestScanner scanner = new RequestScanner(bytes, length, SOTW_NODE, NONE);
    if (!scanner.scan()) {
      return null;
    }
    DiscoveryRequest.Builder request = DiscoveryRequest.newBuilder();
    if (scanner.nodeFrom == NO_NODE) {
      return request.mergeFrom(bytes, 0, scanner.kept).build();
    }
    return request
        .mergeFrom(bytes, 0, scanner.nodeFrom)
        .mergeFrom(bytes, scanner.nodeTo, scanner.kept - scanner.nodeTo)
        .setNode(KnownNodes.of(bytes, scanner.nodeFrom, scanner.nodeTo))
        .build();
  }

  /** As {@link #sotw}, on a delta stream. */
  static @Nullable Delta delta(byte[] bytes, int length) throws InvalidProtocolBufferException {
    RequestScanner scanner = new RequestScanner(bytes, length, DELTA_NODE, VERSIONS);
    if (!scanner.scan()) {
      return null;
    }
    ListedVersions listed = scanner.listed.build();
    DeltaDiscoveryRequest.Builder request = DeltaDiscoveryRequest.newBuilder();
    if (scanner.nodeFrom == NO_NODE) {
      return new Delta(request.mergeFrom(bytes, 0, scanner.kept).build(), listed);
    }
    request
        .mergeFrom(bytes, 0, scanner.nodeFrom)
        .mergeFrom(bytes, scanner.nodeTo, scanner.kept - scanner.nodeTo)
        .setNode(KnownNodes.of(bytes, scanner.nodeFrom, scanner.nodeTo));
    return new Delta(request.build(), listed);
  }

  /** The tag of a field of a small number that has a length: one byte. */
  private static int tag(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private boolean scan() {
    while (at < to) {
      int begin = at;
      int tag = fieldWithin(to);
      if (tag == NONE) {
        return false;
      }
      int end = at + length;
      if (tag == versionsTag) {
        if (!version(end)) {
          return false;
        }
      } else if (tag == nodeTag) {
        if (nodeFrom != NO_NODE || !node(end)) {
          return false; // the parser would put the two together
        }
      } else {
        keep(begin, end);
      }
      at = end;
    }
    return true;
  }

  /** The tag of the field at this place, whose content is then at it; {@link #NONE} for another. */
  private int fieldWithin(int end) {
    byte tag = bytes[at++];
    boolean usual = tag >> 3 > 0 && (tag & 7) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
    return usual && lengthWithin(end) ? tag : NONE;
  }

  private boolean lengthWithin(int end) {
    length = 0;
    for (int i = 0; i < MOST_LENGTH_BYTES && at < end; i++) {
      byte next = bytes[at++];
      length |= (next & 0x7f) << (7 * i);
      if (next >= 0) {
        return length <= end - at;
      }
    }
    return false;
  }

  private void keep(int from, int end) {
    System.arraycopy(bytes, from, bytes, kept, end - from);
    kept += end - from;
  }

  private boolean node(int end) {
    nodeFrom = kept;
    while (at < end) {
      int begin = at;
      int tag = fieldWithin(end);
      if (tag == NONE) {
        return false;
      }
      at += length;
      if (tag != EXTENSIONS) {
        keep(begin, at);
      }
    }
    nodeTo = kept;
    return true;
  }

  /** One entry: a name and a version, once each and in this order, as all write them. */
  private boolean version(int end) {
    if (at == end || fieldWithin(end) != KEY) {
      return false;
    }
    int nameFrom = at;
    int nameTo = at + length;
    at = nameTo;
    if (at == end || fieldWithin(end) != VALUE || at + length != end) {
      return false;
    }
    if (!isAscii(nameFrom, nameTo) || !isAscii(at, end)) {
      return false;
    }
    listed.add(KnownNames.of(bytes, nameFrom, nameTo), bytes, at, end);
    return true;
  }

  private boolean isAscii(int from, int end) {
    int all = 0;
    for (int i = from; i < end; i++) {
      all |= bytes[i];
    }
    return all >= 0;
  }
}
