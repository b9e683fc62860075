package io.binnacle.server.armeria;

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
 * {@code response_nonce}, in SotW a {@code version_info}, each once at most, short and ASCII.
 *
 * <p>Everything else it leaves to the parser, errors too. So what it gives is always what the
 * parser would give.
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
  private static final int DELTA_TYPE_URL = tag(DeltaDiscoveryRequest.TYPE_URL_FIELD_NUMBER);
  private static final int DELTA_NONCE = tag(DeltaDiscoveryRequest.RESPONSE_NONCE_FIELD_NUMBER);

  /** More than any ACK needs; what is longer is no plain one. */
  private static final int LONGEST = 512;

  /** Byte for byte a buffer checks each time that it is still there. */
  private static final FastThreadLocal<byte[]> COPY =
      new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
          return new byte[LONGEST];
        }
      };

  /** No field has it. */
  private static final int NONE = -1;

  private final byte[] bytes;
  private final int to;
  private final int typeUrlTag;
  private final int nonceTag;
  private final int versionTag;
  private int at;
  private @Nullable String typeUrl;
  private @Nullable String nonce;
  private @Nullable String version;

  private AckScanner(byte[] bytes, int to, int typeUrlTag, int nonceTag, int versionTag) {
    this.bytes = bytes;
    this.to = to;
    this.typeUrlTag = typeUrlTag;
    this.nonceTag = nonceTag;
    this.versionTag = versionTag;
  }

  /** The ACK that these bytes are; null when they are anything else. */
  static @Nullable DiscoveryRequest sotw(ByteBuf bytes, int from, int to) {
    AckScanner ack = scanned(bytes, from, to, SOTW_TYPE_URL, SOTW_NONCE, SOTW_VERSION);
    if (ack == null) {
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

  /** The ACK that these bytes are; null when they are anything else. */
  static @Nullable DeltaDiscoveryRequest delta(ByteBuf bytes, int from, int to) {
    AckScanner ack = scanned(bytes, from, to, DELTA_TYPE_URL, DELTA_NONCE, NONE);
    if (ack == null) {
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

  private static @Nullable AckScanner scanned(
      ByteBuf bytes, int from, int to, int typeUrlTag, int nonceTag, int versionTag) {
    int length = to - from;
    if (length > LONGEST) {
      return null;
    }
    byte[] copy = COPY.get();
    bytes.getBytes(from, copy, 0, length);
    AckScanner ack = new AckScanner(copy, length, typeUrlTag, nonceTag, versionTag);
    return ack.scan() ? ack : null;
  }

  /** The tag of a string field of a small number: one byte. */
  private static int tag(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private boolean scan() {
    while (at < to) {
      if (to - at < 2 || !field(bytes[at], bytes[at + 1])) {
        return false;
      }
    }
    return true;
  }

  private boolean field(byte tag, byte length) {
    int from = at + 2;
    int end = from + length;
    if (length < 0 || end > to) {
      return false; // longer than one byte can say, or cut off
    }
    at = end;
    if (tag == typeUrlTag && typeUrl == null) {
      typeUrl = knownUrl(from, length);
      return typeUrl != null;
    }
    if (tag == nonceTag && nonce == null) {
      nonce = ascii(from, length);
      return nonce != null;
    }
    if (tag == versionTag && version == null) {
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
