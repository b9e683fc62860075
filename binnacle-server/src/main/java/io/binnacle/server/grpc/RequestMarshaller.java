package io.binnacle.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Reads requests. What cannot be decoded is passed on as such, for the driver to answer (B-4): an
 * exception from here would end up in the log of the server's executor.
 */
final class RequestMarshaller implements MethodDescriptor.Marshaller<Incoming> {

  private final Message type;

  RequestMarshaller(Message type) {
    this.type = type;
  }

  @Override
  public Incoming parse(InputStream stream) {
    try {
      return new Incoming.Request(type.getParserForType().parseFrom(stream));
    } catch (InvalidProtocolBufferException e) {
      if (e.getCause() != null) {
        throw new UncheckedIOException(e.unwrapIOException()); // the transport, not the message
      }
      return new Incoming.Undecodable(String.valueOf(e.getMessage()));
    }
  }

  /** For what wraps a server and writes requests out again. */
  @Override
  public InputStream stream(Incoming incoming) {
    return incoming instanceof Incoming.Request request
        ? request.message().toByteString().newInput()
        : ByteString.EMPTY.newInput();
  }
}
