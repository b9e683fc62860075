package io.binnacle.server.internal.armeria.request;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.binnacle.core.server.internal.subscribe.ListedVersions;
import io.binnacle.server.internal.armeria.request.RequestFrames.BadFrame;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Requests from their bytes.
 *
 * @param gzip whether the client announced that it may compress
 * @param mostBytes size of the largest message, uncompressed (B-3)
 */
public record RequestMessages(boolean gzip, int mostBytes) {

  /** Between messages each thread keeps an array of this size; larger ones it makes again. */
  private static final int KEPT_BYTES = 256 << 10;

  private static final FastThreadLocal<byte[]> COPY =
      new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
          return new byte[KEPT_BYTES];
        }
      };

  /**
   * The message that the frames are at. Its node lacks its extensions, and all of it may be
   * missing, where it is the stream's own and comes again (N-1).
   *
   * @param nodeId the id of the stream's node; null before its first request
   * @throws InvalidProtocolBufferException when the bytes are no such message
   * @throws BadFrame when they cannot be uncompressed, or only to a message that is too large
   */
  public DiscoveryRequest sotw(RequestFrames frames, @Nullable String nodeId)
      throws InvalidProtocolBufferException, BadFrame {
    DiscoveryRequest ack =
        frames.isCompressed()
            ? null
            : AckScanner.sotw(frames.bytes(), frames.from(), frames.to(), nodeId);
    if (ack != null) {
      return ack;
    }
    Bytes message = bytes(frames);
    DiscoveryRequest scanned = RequestScanner.sotw(message.array, message.length);
    return scanned != null ? scanned : parse(DiscoveryRequest.parser(), bytes(frames));
  }

  /** As {@link #sotw}, on a delta stream; what it lists is taken out of it. */
  public RequestScanner.Delta delta(RequestFrames frames, @Nullable String nodeId)
      throws InvalidProtocolBufferException, BadFrame {
    DeltaDiscoveryRequest ack =
        frames.isCompressed()
            ? null
            : AckScanner.delta(frames.bytes(), frames.from(), frames.to(), nodeId);
    if (ack != null) {
      return new RequestScanner.Delta(ack, ListedVersions.NONE);
    }
    Bytes message = bytes(frames);
    RequestScanner.Delta scanned = RequestScanner.delta(message.array, message.length);
    if (scanned != null) {
      return scanned;
    }
    DeltaDiscoveryRequest parsed = parse(DeltaDiscoveryRequest.parser(), bytes(frames));
    return new RequestScanner.Delta(
        parsed, ListedVersions.of(parsed.getInitialResourceVersionsMap()));
  }

  /** A message at the front of an array, which nobody else uses until the next one. */
  private record Bytes(byte[] array, int length) {}

  private static <T extends Message> T parse(Parser<T> parser, Bytes message)
      throws InvalidProtocolBufferException {
    return parser.parseFrom(message.array, 0, message.length);
  }

  private Bytes bytes(RequestFrames frames) throws InvalidProtocolBufferException, BadFrame {
    int length = frames.to() - frames.from();
    if (frames.isCompressed()) {
      byte[] message = uncompressed(frames.bytes().slice(frames.from(), length));
      return new Bytes(message, message.length);
    }
    byte[] copy = length <= KEPT_BYTES ? COPY.get() : new byte[length];
    frames.bytes().getBytes(frames.from(), copy, 0, length);
    return new Bytes(copy, length);
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
