package io.binnacle.server.armeria;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.binnacle.core.server.Response;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;

/**
 * A response as a gRPC frame: a head of this stream, and the body that many streams share.
 *
 * <p>The head is the frame header and the nonce. Protobuf reads fields in any order, and the nonce
 * has the same number in both response messages, so the body stands behind it unchanged.
 */
final class ResponseFrame {

  private static final int FRAME_HEADER = 5;
  private static final int NOT_COMPRESSED = 0;
  private static final int NONCE_TAG =
      (DiscoveryResponse.NONCE_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** A varint of one byte. */
  private static final int LONGEST_NONCE = 127;

  private ResponseFrame() {}

  /** The frame, to be released once it is written. */
  static ByteBuf of(Response response, SharedBuffers buffers, ByteBufAllocator alloc) {
    ByteBuf head = head(response.nonce(), response.body().size(), alloc);
    ByteBuf body = buffers.retained(response.body());
    return alloc.compositeBuffer(2).addComponents(true, head, body);
  }

  private static ByteBuf head(String nonce, int bodySize, ByteBufAllocator alloc) {
    int nonceBytes = ByteBufUtil.utf8Bytes(nonce);
    if (nonceBytes > LONGEST_NONCE) {
      throw new IllegalStateException("nonce of " + nonceBytes + " bytes");
    }
    int nonceField =
        CodedOutputStream.computeUInt32SizeNoTag(NONCE_TAG)
            + CodedOutputStream.computeUInt32SizeNoTag(nonceBytes)
            + nonceBytes;
    ByteBuf head = alloc.directBuffer(FRAME_HEADER + nonceField);
    head.writeByte(NOT_COMPRESSED).writeInt(nonceField + bodySize);
    head.writeByte(NONCE_TAG).writeByte(nonceBytes);
    ByteBufUtil.writeUtf8(head, nonce);
    return head;
  }
}
