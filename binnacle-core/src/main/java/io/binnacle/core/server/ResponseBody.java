package io.binnacle.core.server;

import com.google.protobuf.ByteString;

/**
 * The encoded bytes of a response without its nonce. Immutable and shared by identity: every stream
 * that gets the same change gets the same body (B-2), and a nonce field behind it makes it whole.
 */
public final class ResponseBody {

  private final ByteString bytes;

  private ResponseBody(ByteString bytes) {
    this.bytes = bytes;
  }

  /** A body of these bytes, which may also be of another form than protobuf, such as JSON. */
  public static ResponseBody of(ByteString bytes) {
    return new ResponseBody(bytes);
  }

  /** A serialized DiscoveryResponse or DeltaDiscoveryResponse that lacks field 5, {@code nonce}. */
  public ByteString bytes() {
    return bytes;
  }

  /** Number of bytes. */
  public int size() {
    return bytes.size();
  }
}
