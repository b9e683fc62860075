package io.binnacle.core.resource;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * 128 bits over content. Hashes of a set are added up, so the hash of a set does not depend on an
 * order and is mended in time proportional to a change (S-14, D-10).
 *
 * @param high upper 64 bits
 * @param low lower 64 bits
 */
public record ContentHash(long high, long low) {

  /** The hash of the empty set. */
  public static final ContentHash ZERO = new ContentHash(0, 0);

  /** The hash of texts in this order. */
  public static ContentHash of(Iterable<String> texts) {
    Digest digest = new Digest();
    texts.forEach(digest::add);
    return digest.finish();
  }

  /** Sum modulo 2^128. */
  public ContentHash plus(ContentHash other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new ContentHash(high + other.high + carry, sum);
  }

  /** Difference modulo 2^128; takes back {@link #plus}. */
  public ContentHash minus(ContentHash other) {
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new ContentHash(high - other.high - borrow, low - other.low);
  }

  /** As a version: 32 hexadecimal digits. */
  public String toVersion() {
    char[] digits = new char[32];
    for (int i = 0; i < 16; i++) {
      digits[i] = Character.forDigit((int) (high >>> (60 - 4 * i)) & 0xf, 16);
      digits[16 + i] = Character.forDigit((int) (low >>> (60 - 4 * i)) & 0xf, 16);
    }
    return new String(digits);
  }

  /**
   * Collects the parts of a content; each part is length-prefixed, so parts cannot run together.
   */
  static final class Digest {
    private final MessageDigest sha256;

    Digest() {
      try {
        sha256 = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }

    Digest add(String part) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      add(bytes.length);
      sha256.update(bytes);
      return this;
    }

    Digest add(ByteString part) {
      add(part.size());
      for (ByteBuffer piece : part.asReadOnlyByteBufferList()) {
        sha256.update(piece);
      }
      return this;
    }

    Digest add(long part) {
      sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(part).flip());
      return this;
    }

    ContentHash finish() {
      ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
      return new ContentHash(digest.getLong(), digest.getLong());
    }
  }
}
