package io.binnacle.server.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A gRPC service that answers with its name: what calls are routed to. */
final class Echo implements AutoCloseable {

  private static final MethodDescriptor<String, String> WHO =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("test.Echo/Who")
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private final Server server;

  Echo(String name) throws IOException {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("test.Echo")
            .addMethod(
                WHO,
                ServerCalls.asyncUnaryCall(
                    (request, answer) -> {
                      answer.onNext(name);
                      answer.onCompleted();
                    }))
            .build();
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress("127.0.0.1", 0), InsecureServerCredentials.create())
            .addService(service)
            .build()
            .start();
  }

  int port() {
    return server.getPort();
  }

  /** Calls through a channel; throws what the call fails with. */
  static String who(Channel channel) {
    return ClientCalls.blockingUnaryCall(
        channel, WHO, CallOptions.DEFAULT.withDeadlineAfter(5, TimeUnit.SECONDS), "");
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private static final class Text implements Marshaller<String> {
    @Override
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
