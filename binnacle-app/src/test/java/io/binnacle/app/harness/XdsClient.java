package io.binnacle.app.harness;

import com.linecorp.armeria.client.grpc.GrpcClients;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc.AggregatedDiscoveryServiceStub;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client on one ADS stream (SotW) that asks for all clusters, and answers as the test says. */
public final class XdsClient implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 10;

  private final BlockingQueue<DiscoveryResponse> responses = new LinkedBlockingQueue<>();
  private final StreamObserver<DiscoveryRequest> requests;
  private @Nullable DiscoveryResponse last;

  public XdsClient(int port, String nodeId) {
    this(port, nodeId, "test");
  }

  /** As above, where the server is to take it for another program. */
  public XdsClient(int port, String nodeId, String userAgent) {
    requests =
        GrpcClients.newClient(
                "gproto+http://127.0.0.1:" + port + "/", AggregatedDiscoveryServiceStub.class)
            .streamAggregatedResources(
                new StreamObserver<>() {
                  @Override
                  public void onNext(DiscoveryResponse response) {
                    responses.add(response);
                  }

                  @Override
                  public void onError(Throwable ended) {}

                  @Override
                  public void onCompleted() {}
                });
    DiscoveryRequest.Builder first = request();
    first.getNodeBuilder().setId(nodeId).setUserAgentName(userAgent).setUserAgentVersion("1");
    requests.onNext(first.build());
  }

  /** The next response; fails when none comes. */
  public DiscoveryResponse next() {
    DiscoveryResponse response;
    try {
      response = responses.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    if (response == null) {
      throw new AssertionError("no response within " + PATIENCE_SECONDS + " s");
    }
    last = response;
    return response;
  }

  /** Whether nothing has come that was not taken. */
  public boolean isQuiet() {
    return responses.isEmpty();
  }

  public void ack() {
    DiscoveryResponse response = taken();
    requests.onNext(
        request()
            .setVersionInfo(response.getVersionInfo())
            .setResponseNonce(response.getNonce())
            .build());
  }

  public void nack(String message) {
    DiscoveryRequest.Builder nack = request().setResponseNonce(taken().getNonce());
    nack.getErrorDetailBuilder().setCode(3).setMessage(message);
    requests.onNext(nack.build());
  }

  private DiscoveryResponse taken() {
    if (last == null) {
      throw new IllegalStateException("no response was taken");
    }
    return last;
  }

  private static DiscoveryRequest.Builder request() {
    return DiscoveryRequest.newBuilder().setTypeUrl(ResourceType.CLUSTER.typeUrl());
  }

  @Override
  public void close() {
    requests.onCompleted();
  }
}
