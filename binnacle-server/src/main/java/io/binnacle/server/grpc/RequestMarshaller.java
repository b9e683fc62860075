package io.binnacle.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;

/**
 * Reads requests. What cannot be decoded is passed on as such, for the driver to answer (B-4): an
 * exception from here would end up in the log of the server's executor.
 */
final class RequestMarshaller implements MethodDescriptor.Marshaller<Incoming> {

  private final Message type;
  private final UnaryOperator<Message> kept;

  RequestMarshaller(Message type) {
    this(type, UnaryOperator.identity());
  }

  private RequestMarshaller(Message type, UnaryOperator<Message> kept) {
    this.type = type;
    this.kept = kept;
  }

  /**
   * For polls, which some servers keep for as long as they are held: without the list of an Envoy's
   * extensions, 60 kB that serve nothing here (ED-1).
   */
  static RequestMarshaller ofPolls() {
    return new RequestMarshaller(
        DiscoveryRequest.getDefaultInstance(), message -> small((DiscoveryRequest) message));
  }

  private static DiscoveryRequest small(DiscoveryRequest request) {
    return request.getNode().getExtensionsCount() == 0
        ? request
        : request.toBuilder().setNode(request.getNode().toBuilder().clearExtensions()).build();
  }

  @Override
  public Incoming parse(InputStream stream) {
    try {
      return new Incoming.Request(kept.apply(type.getParserForType().parseFrom(stream)));
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
