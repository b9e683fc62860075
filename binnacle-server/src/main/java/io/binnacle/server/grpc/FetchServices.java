package io.binnacle.server.grpc;

import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.server.Response;
import io.binnacle.server.internal.Internal;
import io.binnacle.server.internal.poll.PollHub;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The unary methods of table T, for the servers that speak the streams in another way. */
@Internal
public final class FetchServices {

  private FetchServices() {}

  /**
   * One service definition for each method, with nothing else in it.
   *
   * @param peer of the call that is being opened; asked on its thread
   */
  public static List<ServerServiceDefinition> of(PollHub polls, Supplier<FetchPeer> peer) {
    List<ServerServiceDefinition> services = new ArrayList<>();
    for (FetchMethod method : FetchMethod.all()) {
      MethodDescriptor<Incoming, Response> described = describe(method);
      services.add(
          ServerServiceDefinition.builder(
                  ServiceDescriptor.newBuilder(method.service()).addMethod(described).build())
              .addMethod(described, handler(method, polls, call -> peer.get()))
              .build());
    }
    return services;
  }

  static MethodDescriptor<Incoming, Response> describe(FetchMethod method) {
    return MethodDescriptor.<Incoming, Response>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(method.fullName())
        .setRequestMarshaller(RequestMarshaller.ofPolls())
        .setResponseMarshaller(new ResponseMarshaller())
        .build();
  }

  static ServerCallHandler<Incoming, Response> handler(
      FetchMethod method, PollHub polls, Function<ServerCall<?, ?>, FetchPeer> peer) {
    return (call, headers) -> FetchCall.open(call, headers, method, polls, peer.apply(call));
  }
}
