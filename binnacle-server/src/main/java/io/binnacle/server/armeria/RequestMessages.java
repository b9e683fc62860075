package io.binnacle.server.armeria;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.linecorp.armeria.common.grpc.protocol.DeframedMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Requests from their bytes. */
final class RequestMessages {

  private RequestMessages() {}

  /**
   * Reads one message.
   *
   * @throws InvalidProtocolBufferException when the bytes are no such message
   */
  static <T extends Message> T parse(Parser<T> parser, DeframedMessage framed)
      throws InvalidProtocolBufferException {
    ByteBuf bytes = framed.buf();
    if (bytes != null) {
      return bytes.nioBufferCount() == 1
          ? parser.parseFrom(CodedInputStream.newInstance(bytes.nioBuffer()))
          : parser.parseFrom(new ByteBufInputStream(bytes));
    }
    InputStream decompressed = framed.stream();
    if (decompressed == null) {
      throw new IllegalStateException("a message without content");
    }
    try (decompressed) {
      return parser.parseFrom(decompressed);
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }
}
