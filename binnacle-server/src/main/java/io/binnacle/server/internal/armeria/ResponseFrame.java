package io.binnacle.server.internal.armeria;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.binnacle.core.server.Response;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * A response as a gRPC frame: a head of this stream, and the body that many streams share.
 *
 * <p>The head is the frame header and the nonce. Protobuf reads fields in any order, and the nonce
 * has the same number in both response messages, so the body stands behind it unchanged. The two
 * are no composite buffer: to write a piece of such a one, Netty makes a dozen objects.
 *
 * @param head to be written first, and released then
 * @param body the shared bytes, to be written behind it and released then; null when they are in
 *     the head
 */
record ResponseFrame(ByteBuf head, @Nullable ByteBuf body) {

  private static final int FRAME_HEADER = 5;
  private static final int NOT_COMPRESSED = 0;
  private static final int NONCE_TAG =
      (DiscoveryResponse.NONCE_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** A varint of one byte. */
  private static final int LONGEST_NONCE = 127;

  /**
   * Smaller bodies are copied behind the head: a reference would cost more bytes than they have.
   */
  static final int LARGEST_COPY = 1024;

  static ResponseFrame of(Response response, SharedBuffers buffers, ByteBufAllocator alloc) {
    int size = response.body().size();
    if (size > LARGEST_COPY) {
      return new ResponseFrame(
          head(response.nonce(), size, 0, alloc), buffers.retained(response.body()));
    }
    ByteBuf whole = head(response.nonce(), size, size, alloc);
    return new ResponseFrame(
        whole.writeBytes(response.body().bytes().asReadOnlyByteBuffer()), null);
  }

  private static ByteBuf head(String nonce, int bodySize, int room, ByteBufAllocator alloc) {
    int nonceBytes = ByteBufUtil.utf8Bytes(nonce);
    if (nonceBytes > LONGEST_NONCE) {
      throw new IllegalStateException("nonce of " + nonceBytes + " bytes");
    }
    int nonceField =
        CodedOutputStream.computeUInt32SizeNoTag(NONCE_TAG)
            + CodedOutputStream.computeUInt32SizeNoTag(nonceBytes)
            + nonceBytes;
    ByteBuf head = alloc.directBuffer(FRAME_HEADER + nonceField + room);
    head.writeByte(NOT_COMPRESSED).writeInt(nonceField + bodySize);
    head.writeByte(NONCE_TAG).writeByte(nonceBytes);
    ByteBufUtil.writeUtf8(head, nonce);
    return head;
  }
}
