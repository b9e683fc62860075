package io.binnacle.server.grpc;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the shared bytes of a response, and its nonce in front of them: the order of protobuf
 * fields is free. For servers only.
 */
final class ResponseMarshaller implements MethodDescriptor.Marshaller<Response> {

  /** {@code nonce} in DiscoveryResponse and in DeltaDiscoveryResponse. */
  private static final int NONCE_TAG = 5 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  @Override
  public InputStream stream(Response response) {
    return new Message(response);
  }

  @Override
  public Response parse(InputStream stream) {
    throw new IllegalStateException("a server does not read responses");
  }

  /** gRPC takes it through {@link #drainTo}; {@link #read} is there for what wraps a server. */
  private static final class Message extends InputStream implements Drainable, KnownLength {
    private final byte[] head;
    private final ResponseBody body;
    private int position;

    Message(Response response) {
      byte[] nonce = response.nonce().getBytes(StandardCharsets.UTF_8);
      head = new byte[1 + CodedOutputStream.computeUInt32SizeNoTag(nonce.length) + nonce.length];
      CodedOutputStream out = CodedOutputStream.newInstance(head);
      try {
        out.writeUInt32NoTag(NONCE_TAG);
        out.writeUInt32NoTag(nonce.length);
        out.writeRawBytes(nonce);
        out.flush();
      } catch (IOException e) {
        throw new IllegalStateException("the head has the room that it needs", e);
      }
      body = response.body();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int left = available();
      if (position < head.length) {
        target.write(head, position, head.length - position);
        position = head.length;
      }
      body.bytes().substring(position - head.length).writeTo(target);
      position = head.length + body.size();
      return left;
    }

    @Override
    public int read() {
      if (available() == 0) {
        return -1;
      }
      int at = position++;
      return (at < head.length ? head[at] : body.bytes().byteAt(at - head.length)) & 0xff;
    }

    @Override
    public int available() {
      return head.length + body.size() - position;
    }
  }
}
