package io.binnacle.server.grpc;

import com.google.protobuf.Message;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.DiscoveryMethod;
import io.binnacle.server.stream.StreamHub;
import io.binnacle.server.stream.StreamLimits;
import io.binnacle.server.stream.StreamListener;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.ProtoUtils;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

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

  private final StreamHub hub;
  private final List<ThreadLoop> loops = new ArrayList<>();
  private final AtomicInteger nextLoop = new AtomicInteger();

  /**
   * Services with their means given.
   *
   * @param loops number of threads that streams are spread over
   */
  public GrpcDiscovery(
      Catalog catalog,
      SessionOptions options,
      StreamLimits limits,
      List<StreamListener> listeners,
      int loops) {
    if (loops <= 0) {
      throw new IllegalArgumentException("at least one loop is needed, not " + loops);
    }
    hub = new StreamHub(catalog, options, limits, listeners);
    for (int i = 0; i < loops; i++) {
      this.loops.add(new ThreadLoop("xds-loop-" + i));
    }
  }

  /** Services with the default options, one loop per processor. */
  public static GrpcDiscovery of(Catalog catalog, StreamListener... listeners) {
    return new GrpcDiscovery(
        catalog,
        SessionOptions.defaults("binnacle"),
        StreamLimits.DEFAULTS,
        List.of(listeners),
        Runtime.getRuntime().availableProcessors());
  }

  /** One service for ADS and one per resource type, all variants (T-1). */
  public List<BindableService> services() {
    Map<String, ServerServiceDefinition.Builder> services = new LinkedHashMap<>();
    for (DiscoveryMethod method : DiscoveryMethod.all()) {
      ServerServiceDefinition.Builder service =
          services.computeIfAbsent(method.service(), ServerServiceDefinition::builder);
      if (method.variant() == Variant.SOTW) {
        add(service, method, DiscoveryRequest.getDefaultInstance());
      } else {
        add(service, method, DeltaDiscoveryRequest.getDefaultInstance());
      }
    }
    List<BindableService> bindable = new ArrayList<>();
    services.values().forEach(service -> bindable.add(service::build));
    return bindable;
  }

  private <Q extends Message> void add(
      ServerServiceDefinition.Builder service, DiscoveryMethod method, Q request) {
    MethodDescriptor<Q, Response> descriptor =
        MethodDescriptor.<Q, Response>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(method.fullName())
            .setRequestMarshaller(ProtoUtils.marshaller(request))
            .setResponseMarshaller(new ResponseMarshaller())
            .build();
    service.addMethod(
        descriptor, (call, headers) -> GrpcStream.open(call, method, hub, nextLoop()));
  }

  private ThreadLoop nextLoop() {
    return loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
  }

  /** The streams of these services. */
  public StreamHub hub() {
    return hub;
  }

  /** Ends all streams as UNAVAILABLE, so that clients reconnect elsewhere, and stops the loops. */
  @Override
  public void close() {
    hub.drain();
    hub.closeAll(CloseReason.drain()).whenComplete((done, e) -> loops.forEach(ThreadLoop::close));
  }
}
