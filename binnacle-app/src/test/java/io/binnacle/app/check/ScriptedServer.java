package io.binnacle.app.check;

import com.google.protobuf.Any;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.ResourceType;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small management server that keeps every rule of the profile, but for those that it was told to
 * break. It serves clusters and assignments to any node; everything happens under its lock.
 */
final class ScriptedServer implements ContentSink {

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

  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final Set<Fault> faults = EnumSet.noneOf(Fault.class);
  private final List<ScriptedStream> streams = new ArrayList<>();
  private final Server server;
  private Map<ResourceType, Map<String, Any>> resources = Map.of();

  ScriptedServer(Fault... faults) throws IOException {
    this.faults.addAll(Arrays.asList(faults));
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress().getHostAddress(), 0))
            .fallbackHandlerRegistry(new Methods())
            .directExecutor()
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  boolean has(Fault fault) {
    return faults.contains(fault);
  }

  /** What there is of a type, by name. */
  Map<String, Any> resources(ResourceType type) {
    return resources.getOrDefault(type, Map.of());
  }

  @Override
  public synchronized void publish(Content content) {
    Map<String, Any> clusters = new TreeMap<>();
    content.clusterMessages().forEach(each -> clusters.put(each.getName(), Any.pack(each)));
    Map<String, Any> assignments = new TreeMap<>();
    content
        .assignmentMessages()
        .forEach(each -> assignments.put(each.getClusterName(), Any.pack(each)));
    resources =
        Map.of(ResourceType.CLUSTER, clusters, ResourceType.CLUSTER_LOAD_ASSIGNMENT, assignments);
    List.copyOf(streams).forEach(ScriptedStream::onChange);
  }

  /** Ends all streams. */
  void endAll() {
    List.copyOf(streams).forEach(stream -> stream.end(Status.INTERNAL));
  }

  void gone(ScriptedStream stream) {
    streams.remove(stream);
  }

  @Override
  public void close() {
    server.shutdownNow();
    later.shutdownNow();
  }

  private final class Methods extends HandlerRegistry {

    @Override
    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
        String name, @Nullable String authority) {
      for (DiscoveryMethod method : DiscoveryMethod.all()) {
        if (method.fullName().equals(name)) {
          return ServerMethodDefinition.create(
              MethodDescriptor.<byte[], byte[]>newBuilder()
                  .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                  .setFullMethodName(name)
                  .setRequestMarshaller(BYTES)
                  .setResponseMarshaller(BYTES)
                  .build(),
              (call, headers) -> start(method, call));
        }
      }
      return null;
    }

    private void handle(ScriptedStream stream, byte[] message) {
      synchronized (ScriptedServer.this) {
        stream.onRequest(message);
      }
    }

    private ServerCall.Listener<byte[]> start(
        DiscoveryMethod method, ServerCall<byte[], byte[]> call) {
      call.sendHeaders(new Metadata());
      call.request(Integer.MAX_VALUE);
      ScriptedStream stream = new ScriptedStream(ScriptedServer.this, method, call);
      synchronized (ScriptedServer.this) {
        streams.add(stream);
      }
      return new ServerCall.Listener<>() {
        @Override
        public void onMessage(byte[] message) {
          if (has(Fault.HALF_CLOSE_ENDS_AT_ONCE)) {
            later.schedule(() -> handle(stream, message), 100, TimeUnit.MILLISECONDS);
          } else {
            handle(stream, message);
          }
        }

        @Override
        public void onHalfClose() {
          synchronized (ScriptedServer.this) {
            stream.onHalfClose();
          }
        }

        @Override
        public void onCancel() {
          synchronized (ScriptedServer.this) {
            gone(stream);
          }
        }
      };
    }
  }
}
