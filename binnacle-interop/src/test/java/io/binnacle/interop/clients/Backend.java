package io.binnacle.interop.clients;

import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A gRPC server on loopback that answers every call with its name. Messages are plain text. */
final class Backend implements AutoCloseable {

  static final MethodDescriptor<String, String> NAME =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("test.Backend/Name")
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private final String name;
  private final Server server;

  Backend(String name) {
    this.name = name;
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("test.Backend")
            .addMethod(
                NAME,
                ServerCalls.asyncUnaryCall(
                    (request, answer) -> {
                      answer.onNext(name);
                      answer.onCompleted();
                    }))
            .build();
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress("127.0.0.1", 0), InsecureServerCredentials.create())
              .addService(service)
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  int port() {
    return server.getPort();
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
