package io.binnacle.app.check;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.internal.transport.TlsMaterial;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries bytes as they are given: the checks also send what is no message.
 * Safe for all threads.
 */
final class Wire implements AutoCloseable {

  private static final int MOST_RESPONSE_BYTES = 256 << 20;

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final ManagedChannel channel;
  private final @Nullable TlsMaterial tls;
  private final CallOptions options;

  /**
   * Connects when the first stream opens.
   *
   * @throws IllegalArgumentException when certificates cannot be used
   */
  Wire(GrpcSource source) {
    tls = TlsMaterial.of(source.security());
    channel =
        Grpc.newChannelBuilder(source.target(), TlsMaterial.credentials(source.security(), tls))
            .maxInboundMessageSize(MOST_RESPONSE_BYTES)
            .disableRetry()
            .build();
    CallCredentials credentials = source.callCredentials();
    options =
        credentials == null
            ? CallOptions.DEFAULT
            : CallOptions.DEFAULT.withCallCredentials(credentials);
  }

  ClientCall<byte[], byte[]> call(String fullMethodName) {
    return channel.newCall(
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(fullMethodName)
            .setRequestMarshaller(BYTES)
            .setResponseMarshaller(BYTES)
            .build(),
        options);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (tls != null) {
      tls.close();
    }
  }
}
