package io.binnacle.core.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;

/**
 * The encoded bytes of a response without its nonce. Immutable and shared by identity: every stream
 * that gets the same change gets the same body (B-2), and a nonce field behind it makes it whole.
 */
public final class ResponseBody {

  private final ByteString bytes;

  ResponseBody(ByteString bytes) {
    this.bytes = bytes;
  }

  /** A body in another form than protobuf, such as JSON; then {@link #bytes} are these. */
  public static ResponseBody of(ByteString bytes) {
    return new ResponseBody(bytes);
  }

  /** This body and the fields of a message of the same type behind it. */
  ResponseBody with(Message more) {
    return new ResponseBody(bytes.concat(more.toByteString()));
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
