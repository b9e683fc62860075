package io.binnacle.server.internal.armeria.request;

import com.google.protobuf.WireFormat;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the most frequent request, a plain ACK, without a parser: a known {@code type_url}, a
 * {@code response_nonce}, in SotW a {@code version_info}, each once at most, short and ASCII;
 * beside them the node of the stream once more, as clients send it that do not know better (N-2).
 *
 * <p>Everything else it leaves to the parser, errors too. So what it gives is always what the
 * parser would give, without the node; only what is in such a node beside its id is not checked.
 */
final class AckScanner {

  /** The known types' URLs, so that a URL costs neither a string nor a look-up. */
  private record KnownUrl(String url, byte[] bytes) {
    static KnownUrl of(ResourceType type) {
      return new KnownUrl(type.typeUrl(), type.typeUrl().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static final KnownUrl[] KNOWN =
      ResourceType.known().stream().map(KnownUrl::of).toArray(KnownUrl[]::new);

  private static final int SOTW_VERSION = tag(DiscoveryRequest.VERSION_INFO_FIELD_NUMBER);
  private static final int SOTW_TYPE_URL = tag(DiscoveryRequest.TYPE_URL_FIELD_NUMBER);
  private static final int SOTW_NONCE = tag(DiscoveryRequest.RESPONSE_NONCE_FIELD_NUMBER);
  private static final int SOTW_NODE = tag(DiscoveryRequest.NODE_FIELD_NUMBER);
  private static final int DELTA_NODE = tag(DeltaDiscoveryRequest.NODE_FIELD_NUMBER);
  private static final int DELTA_TYPE_URL = tag(DeltaDiscoveryRequest.TYPE_URL_FIELD_NUMBER);
  private static final int DELTA_NONCE = tag(DeltaDiscoveryRequest.RESPONSE_NONCE_FIELD_NUMBER);

  /** More than any ACK needs beside a node; what is longer is no plain one. */
  private static final int LONGEST = 512;

  /** Byte for byte a buffer checks each time that it is still there. */
  private static final FastThreadLocal<byte[]> COPY =
      new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
          return new byte[LONGEST];
        }
      };

  /** No byte is it. */
  private static final int NONE = 256;

  /** Where the tags of one variant are. */
  private record Tags(int typeUrl, int nonce, int version, int node) {}

  private static final Tags SOTW = new Tags(SOTW_TYPE_URL, SOTW_NONCE, SOTW_VERSION, SOTW_NODE);
  private static final Tags DELTA = new Tags(DELTA_TYPE_URL, DELTA_NONCE, NONE, DELTA_NODE);

  private final Tags tags;
  private final ByteBuf message;
  private final int end;
  private final @Nullable String nodeId;
  private final byte[] bytes = COPY.get();

  /** Where in the message the copy begins, and how far it goes. */
  private int start;

  private int to;
  private int at;
  private boolean nodeSeen;
  private @Nullable String typeUrl;
  private @Nullable String nonce;
  private @Nullable String version;

  private AckScanner(Tags tags, ByteBuf message, int from, int end, @Nullable String nodeId) {
    this.tags = tags;
    this.message = message;
    this.end = end;
    this.nodeId = nodeId;
    copy(from);
  }

  private void copy(int from) {
    start = from;
    at = 0;
    to = Math.min(end - from, LONGEST);
    message.getBytes(from, bytes, 0, to);
  }

  /**
   * The ACK that these bytes are; null when they are anything else.
   *
   * @param nodeId the id of the stream's node; null before its first request
   */
  static @Nullable DiscoveryRequest sotw(ByteBuf bytes, int from, int to, @Nullable String nodeId) {
    AckScanner ack = new AckScanner(SOTW, bytes, from, to, nodeId);
    if (!ack.scan()) {
      return null;
    }
    DiscoveryRequest.Builder request = DiscoveryRequest.newBuilder();
    if (ack.typeUrl != null) {
      request.setTypeUrl(ack.typeUrl);
    }
    if (ack.nonce != null) {
      request.setResponseNonce(ack.nonce);
    }
    if (ack.version != null) {
      request.setVersionInfo(ack.version);
    }
    return request.build();
  }

  /** As {@link #sotw}, on a delta stream. */
  static @Nullable DeltaDiscoveryRequest delta(
      ByteBuf bytes, int from, int to, @Nullable String nodeId) {
    AckScanner ack = new AckScanner(DELTA, bytes, from, to, nodeId);
    if (!ack.scan()) {
      return null;
    }
    DeltaDiscoveryRequest.Builder request = DeltaDiscoveryRequest.newBuilder();
    if (ack.typeUrl != null) {
      request.setTypeUrl(ack.typeUrl);
    }
    if (ack.nonce != null) {
      request.setResponseNonce(ack.nonce);
    }
    return request.build();
  }

  /** The tag of a field of a small number that has a length: one byte. */
  private static int tag(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private boolean scan() {
    while (at < to) {
      if (to - at < 2) {
        return false;
      }
      boolean read = bytes[at] == tags.node ? node() : field(bytes[at], bytes[at + 1]);
      if (!read) {
        return false;
      }
    }
    return start + to == end;
  }

  /** Leaps over the node, and goes on with a copy of what is behind it. */
  private boolean node() {
    long prefix = NodeScanner.length(message, start + at + 1, end);
    int from = start + at + 1 + (int) (prefix & 7);
    long behind = from + (prefix >> 3);
    if (nodeId == null || nodeSeen || prefix < 0 || behind > end) {
      return false;
    }
    nodeSeen = true;
    if (!NodeScanner.isOf(nodeId, message, from, (int) behind)) {
      return false;
    }
    copy((int) behind);
    return true;
  }

  private boolean field(byte tag, byte length) {
    int from = at + 2;
    int behind = from + length;
    if (length < 0 || behind > to) {
      return false; // longer than one byte can encode, or cut off
    }
    at = behind;
    if (tag == tags.typeUrl && typeUrl == null) {
      typeUrl = knownUrl(from, length);
      return typeUrl != null;
    }
    if (tag == tags.nonce && nonce == null) {
      nonce = ascii(from, length);
      return nonce != null;
    }
    if (tag == tags.version && version == null) {
      version = ascii(from, length);
      return version != null;
    }
    return false;
  }

  private @Nullable String knownUrl(int from, int length) {
    for (KnownUrl known : KNOWN) {
      if (known.bytes.length == length
          && Arrays.equals(known.bytes, 0, length, bytes, from, from + length)) {
        return known.url;
      }
    }
    return null;
  }

  private @Nullable String ascii(int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] < 0) {
        return null;
      }
    }
    return new String(bytes, from, length, StandardCharsets.US_ASCII);
  }
}
