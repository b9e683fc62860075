package io.binnacle.client.csds;

import io.envoyproxy.envoy.service.status.v3.ClientConfig;
import io.envoyproxy.envoy.service.status.v3.ClientStatusDiscoveryServiceGrpc;
import io.envoyproxy.envoy.service.status.v3.ClientStatusRequest;
import io.envoyproxy.envoy.service.status.v3.ClientStatusResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The client status discovery service about a client itself, to be added to a server of the
 * application's own: {@code serverBuilder.addService(new ClientStatusService(client::status))}.
 * Each request is answered once, over a stream or by Fetch. Node matchers are ignored, as in gRPC's
 * own clients: there is one node. Safe for all threads.
 */
public final class ClientStatusService
    extends ClientStatusDiscoveryServiceGrpc.ClientStatusDiscoveryServiceImplBase {

  private final Supplier<CompletableFuture<ClientConfig>> client;

  public ClientStatusService(Supplier<CompletableFuture<ClientConfig>> client) {
    this.client = client;
  }

  @Override
  public StreamObserver<ClientStatusRequest> streamClientStatus(
      StreamObserver<ClientStatusResponse> responses) {
    return new Answering(responses);
  }

  @Override
  public void fetchClientStatus(
      ClientStatusRequest request, StreamObserver<ClientStatusResponse> response) {
    Answering answering = new Answering(response);
    answering.onNext(request);
    answering.onCompleted();
  }

  private ClientStatusResponse answer(ClientStatusRequest request, ClientConfig config) {
    ClientConfig.Builder shown = config.toBuilder();
    if (request.getExcludeResourceContents()) {
      shown.getGenericXdsConfigsBuilderList().forEach(one -> one.clearXdsConfig());
    }
    return ClientStatusResponse.newBuilder().addConfig(shown).build();
  }

  /** One stream: answers in the order of the requests, since each waits for the one before. */
  private final class Answering implements StreamObserver<ClientStatusRequest> {

    private final StreamObserver<ClientStatusResponse> responses;
    private CompletableFuture<Void> answered = CompletableFuture.completedFuture(null);

    Answering(StreamObserver<ClientStatusResponse> responses) {
      this.responses = responses;
    }

    @Override
    public void onNext(ClientStatusRequest request) {
      answered =
          answered
              .thenCombine(client.get(), (before, config) -> answer(request, config))
              .thenAccept(responses::onNext);
    }

    @Override
    public void onError(Throwable failure) {
      // the caller is gone
    }

    @Override
    public void onCompleted() {
      answered.whenComplete(
          (done, failure) -> {
            if (failure == null) {
              responses.onCompleted();
            } else {
              responses.onError(
                  Status.UNAVAILABLE
                      .withDescription("the client is closed")
                      .withCause(failure)
                      .asRuntimeException());
            }
          });
    }
  }
}
