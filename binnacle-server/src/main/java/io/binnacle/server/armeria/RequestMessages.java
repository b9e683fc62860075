package io.binnacle.server.armeria;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.binnacle.server.armeria.RequestFrames.BadFrame;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Requests from their bytes.
 *
 * @param gzip whether the client said that it may compress
 * @param mostBytes size of the largest message, uncompressed (B-3)
 */
record RequestMessages(boolean gzip, int mostBytes) {

  /**
   * The message that the frames are at. It may lack the node, where that is the stream's own and
   * comes again (N-1).
   *
   * @param nodeId the id of the stream's node; null before its first request
   * @throws InvalidProtocolBufferException when the bytes are no such message
   * @throws BadFrame when they cannot be uncompressed, or only to a message that is too large
   */
  DiscoveryRequest sotw(RequestFrames frames, @Nullable String nodeId)
      throws InvalidProtocolBufferException, BadFrame {
    DiscoveryRequest ack =
        frames.isCompressed()
            ? null
            : AckScanner.sotw(frames.bytes(), frames.from(), frames.to(), nodeId);
    return ack != null ? ack : parse(DiscoveryRequest.parser(), frames);
  }

  /** As {@link #sotw}, on a delta stream. */
  DeltaDiscoveryRequest delta(RequestFrames frames, @Nullable String nodeId)
      throws InvalidProtocolBufferException, BadFrame {
    DeltaDiscoveryRequest ack =
        frames.isCompressed()
            ? null
            : AckScanner.delta(frames.bytes(), frames.from(), frames.to(), nodeId);
    return ack != null ? ack : parse(DeltaDiscoveryRequest.parser(), frames);
  }

  private <T extends Message> T parse(Parser<T> parser, RequestFrames frames)
      throws InvalidProtocolBufferException, BadFrame {
    ByteBuf bytes = frames.bytes();
    int length = frames.to() - frames.from();
    if (frames.isCompressed()) {
      return parser.parseFrom(uncompressed(bytes.slice(frames.from(), length)));
    }
    return bytes.nioBufferCount() == 1
        ? parser.parseFrom(CodedInputStream.newInstance(bytes.nioBuffer(frames.from(), length)))
        : parser.parseFrom(new ByteBufInputStream(bytes.slice(frames.from(), length)));
  }

  private byte[] uncompressed(ByteBuf bytes) throws InvalidProtocolBufferException, BadFrame {
    if (!gzip) {
      throw new BadFrame(false, "it is compressed, but the call has no grpc-encoding");
    }
    try (InputStream in = new GZIPInputStream(new ByteBufInputStream(bytes))) {
      // no more than shows that it is too large
      byte[] message = in.readNBytes(mostBytes + 1);
      if (message.length > mostBytes) {
        throw new BadFrame(true, "a message that uncompresses to more than the limit");
      }
      return message;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }
}
