package io.binnacle.server.grpc;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.server.Response;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.threads.ThreadLoop;
import io.binnacle.server.reflection.DiscoveryFiles;
import io.binnacle.server.reflection.DiscoveryHealth;
import io.binnacle.server.status.ServerStatus;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamListener;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The discovery services of a catalog, to be added to an application's own grpc-java server:
 *
 * <pre>{@code
 * GrpcDiscovery discovery = GrpcDiscovery.of(catalog);
 * ServerBuilder<?> builder = NettyServerBuilder.forPort(18000)
 *     .permitKeepAliveTime(5, TimeUnit.SECONDS)
 *     .permitKeepAliveWithoutCalls(true);
 * discovery.services().forEach(builder::addService);
 * }</pre>
 *
 * <p>The two keep-alive lines matter (B-8): xDS clients customarily ping every 30 s, and a default
 * grpc-java server answers that with GOAWAY. Safe from any thread.
 */
public final class GrpcDiscovery implements AutoCloseable {

  private final ObservedHub observed;
  private final StreamHub hub;
  private final PollHub polls;
  private final DiscoveryHealth health = new DiscoveryHealth();
  private final List<ThreadLoop> loops = new ArrayList<>();
  private final AtomicInteger nextLoop = new AtomicInteger();
  private @Nullable CompletableFuture<Void> closed;

  GrpcDiscovery(GrpcDiscoveryBuilder builder) {
    observed = builder.hub();
    hub = observed.hub();
    polls = observed.polls();
    for (int i = 0; i < builder.loops(); i++) {
      loops.add(new ThreadLoop("xds-loop-" + i));
    }
    loops.get(0).repeat(observed::refresh, ObservedHub.REFRESH_PERIOD);
    health.serving(true);
  }

  /** Starts with a builder; see its methods for the defaults. */
  public static GrpcDiscoveryBuilder builder(Catalog catalog) {
    return new GrpcDiscoveryBuilder(catalog);
  }

  /** Services with the default options. */
  public static GrpcDiscovery of(Catalog catalog, StreamListener... listeners) {
    GrpcDiscoveryBuilder builder = builder(catalog);
    for (StreamListener listener : listeners) {
      builder.listener(listener);
    }
    return builder.build();
  }

  /**
   * One service for ADS and one per resource type, all variants and unary Fetch (T-1). They carry
   * their .proto files, so the reflection service of grpc-java shows them.
   */
  public List<BindableService> services() {
    List<BindableService> services = new ArrayList<>();
    for (String name : DiscoveryFiles.services()) {
      ServerServiceDefinition service = service(name);
      services.add(() -> service);
    }
    return services;
  }

  /**
   * gRPC's health service for the discovery services; for an application that has none of its own,
   * since a server can have one only.
   */
  public BindableService healthService() {
    return health.service();
  }

  /** What the health service reports; see {@link DiscoveryHealth#serving}. */
  public void serving(boolean ready) {
    health.serving(ready);
  }

  private ServerServiceDefinition service(String name) {
    List<DiscoveryMethod> methods =
        DiscoveryMethod.all().stream().filter(method -> method.service().equals(name)).toList();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(name).setSchemaDescriptor(new Schema(name));
    Map<DiscoveryMethod, MethodDescriptor<Incoming, Response>> described = new LinkedHashMap<>();
    methods.forEach(method -> described.put(method, describe(method)));
    described.values().forEach(descriptor::addMethod);
    Map<FetchMethod, MethodDescriptor<Incoming, Response>> fetches = new LinkedHashMap<>();
    FetchMethod.all().stream()
        .filter(method -> method.service().equals(name))
        .forEach(method -> fetches.put(method, FetchServices.describe(method)));
    fetches.values().forEach(descriptor::addMethod);
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    described.forEach(
        (method, how) ->
            service.addMethod(
                how,
                (call, headers) ->
                    GrpcStream.open(call, method, hub, nextLoop(), observed::refused)));
    fetches.forEach(
        (method, how) ->
            service.addMethod(
                how, FetchServices.handler(method, polls, call -> FetchPeer.of(nextLoop(), call))));
    return service.build();
  }

  private static MethodDescriptor<Incoming, Response> describe(DiscoveryMethod method) {
    Message request =
        !method.delta()
            ? DiscoveryRequest.getDefaultInstance()
            : DeltaDiscoveryRequest.getDefaultInstance();
    return MethodDescriptor.<Incoming, Response>newBuilder()
        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
        .setFullMethodName(method.fullName())
        .setRequestMarshaller(new RequestMarshaller(request))
        .setResponseMarshaller(new ResponseMarshaller())
        .build();
  }

  private ThreadLoop nextLoop() {
    return loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
  }

  /** How the clients stand. */
  public ServerStatus status() {
    return observed.status();
  }

  /**
   * Ends the services (B-5): new streams are refused and the health service reports that from now
   * on; the open ones are closed with UNAVAILABLE when the drain time is over, so that clients
   * reconnect elsewhere. The application stops its server when this is complete.
   *
   * @param drain how long open streams are still served
   * @return complete when all have ended; the same for each call
   */
  public synchronized CompletableFuture<Void> close(Duration drain) {
    if (closed == null) {
      health.drain();
      hub.drain();
      CompletableFuture<Void> drained = new CompletableFuture<>();
      loops.get(0).schedule(() -> drained.complete(null), drain.toNanos());
      closed =
          drained
              .thenCompose(done -> hub.closeAll(CloseReason.drain()))
              .whenComplete(
                  (done, cause) -> {
                    loops.forEach(ThreadLoop::close);
                    observed.close();
                  });
    }
    return closed;
  }

  /** Ends the services without a drain time; does not wait. */
  @Override
  public void close() {
    close(Duration.ZERO);
  }

  /** Where reflection finds the file of a service. */
  private record Schema(String service) implements ProtoFileDescriptorSupplier {
    @Override
    public FileDescriptor getFileDescriptor() {
      return DiscoveryFiles.fileOf(service);
    }
  }
}
