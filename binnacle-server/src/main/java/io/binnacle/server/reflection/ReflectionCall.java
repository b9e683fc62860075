package io.binnacle.server.reflection;

import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/**
 * One call of reflection: a request is read when the answer to the one before could be written, so
 * that nothing queues up for a client that only asks (B-1). Its methods are called one at a time.
 */
final class ReflectionCall implements StreamObserver<ServerReflectionRequest> {

  private final ServerCallStreamObserver<ServerReflectionResponse> client;
  private boolean waiting;

  private ReflectionCall(ServerCallStreamObserver<ServerReflectionResponse> client) {
    this.client = client;
  }

  static StreamObserver<ServerReflectionRequest> of(
      StreamObserver<ServerReflectionResponse> answers) {
    var client = (ServerCallStreamObserver<ServerReflectionResponse>) answers;
    ReflectionCall call = new ReflectionCall(client);
    client.disableAutoRequest();
    client.setOnReadyHandler(call::onReady);
    client.setOnCancelHandler(() -> {}); // else an answer to a client that left would throw
    client.request(1);
    return call;
  }

  @Override
  public void onNext(ServerReflectionRequest request) {
    client.onNext(DiscoveryReflection.answer(request));
    if (client.isReady()) {
      client.request(1);
    } else {
      waiting = true;
    }
  }

  private void onReady() {
    if (waiting) {
      waiting = false;
      client.request(1);
    }
  }

  @Override
  public void onError(Throwable gone) {
    // the client has left, and nothing is kept for it
  }

  @Override
  public void onCompleted() {
    client.onCompleted();
  }
}
