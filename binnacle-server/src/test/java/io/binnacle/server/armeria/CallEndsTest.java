package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.resolve.Resolution;
import io.binnacle.server.resolve.Resolvers;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Streams that end because their client says so: with its last word, or by its deadline. */
class CallEndsTest {

  private static final int TIMES = 50;

  @Test
  @Rule("T-7")
  void aRequestThatIsTheLastIsAnsweredBeforeTheStreamEnds() throws Exception {
    try (Harness harness = new Harness()) {
      harness.publish("a");
      var connection = harness.connect();
      for (int i = 0; i < TIMES; i++) {
        var stream = harness.clusters(connection);
        stream.halfClose();

        assertThat(stream.next().getResourcesCount()).isEqualTo(1);
        assertThat(stream.read(1).status().getCode()).isEqualTo(Status.Code.OK);
      }
      assertThat(harness.await(StreamEvent.Closed.class, closed -> true).reason())
          .as("the client ended it")
          .isNull();
    }
  }

  @Test
  @Rule("T-7")
  void aLastRequestThatIsLookedUpIsAnsweredToo() throws Exception {
    CompletableFuture<Resolution> found = new CompletableFuture<>();
    CompletableFuture<Void> asked = new CompletableFuture<>();
    try (Harness harness =
        new Harness(
            (builder, catalog) ->
                builder.resolvers(
                    Resolvers.builder(catalog)
                        .resolver(
                            ResourceType.ROUTE_CONFIGURATION,
                            lookup -> {
                              asked.complete(null);
                              return found;
                            })
                        .build()))) {
      harness.publish("a");
      var stream =
          GrpcStream.sotw(harness.connect(), Harness.ADS)
              .send(
                  DiscoveryRequest.newBuilder()
                      .setNode(Node.newBuilder().setId("test"))
                      .setTypeUrl(ResourceType.ROUTE_CONFIGURATION.typeUrl())
                      .addResourceNames("routes")
                      .build());
      stream.halfClose();
      asked.get(20, TimeUnit.SECONDS);
      assertThat(stream.isOpen()).isTrue();

      found.complete(Resolution.failed(Status.Code.PERMISSION_DENIED, "ask the owner"));

      DiscoveryResponse answer = stream.next();
      assertThat(answer.getResourceErrorsCount()).isEqualTo(1);
      assertThat(stream.read(1).status().getCode()).isEqualTo(Status.Code.OK);
    }
  }

  @Test
  @Rule("T-7")
  void aLastRequestThatNeedsNoAnswerEndsTheStreamAtOnce() throws Exception {
    try (Harness harness = new Harness()) {
      harness.publish("a");
      var stream = harness.clusters(harness.connect());
      stream.send(Harness.ack(stream.next()));

      stream.halfClose();

      assertThat(stream.read(1).status().getCode()).isEqualTo(Status.Code.OK);
      assertThat(stream.waiting()).isZero();
    }
  }

  @Test
  @Rule("T-7")
  void aStreamEndsWithTheDeadlineOfItsClient() throws Exception {
    try (Harness harness = new Harness()) {
      harness.publish("a");
      try (Http2Socket client = new Http2Socket(harness.server.port())) {
        byte[] request = Harness.firstRequest("raw").toByteArray();
        client.call(1, Harness.ADS, request, "grpc-timeout", "200m");

        Http2Headers end = client.end(1);

        assertThat(end.get("grpc-status"))
            .hasToString(String.valueOf(Status.Code.DEADLINE_EXCEEDED.value()));
        StreamEvent.Closed closed = harness.await(StreamEvent.Closed.class, any -> true);
        assertThat(closed.reason().kind()).isEqualTo("deadline");
        client.call(3, Harness.ADS, request, "grpc-timeout", "soon");
        assertThat(client.end(3).get("grpc-message").toString()).contains("a grpc-timeout is");
      }
    }
  }

  @Test
  @Rule("T-7")
  void aLongDeadlineIsNoneThatCounts() throws Exception {
    try (Harness harness = new Harness()) {
      harness.publish("a");
      var stream =
          GrpcStream.sotw(
                  harness.connect(),
                  Harness.ADS,
                  CallOptions.DEFAULT.withDeadlineAfter(99_999, TimeUnit.HOURS))
              .send(Harness.firstRequest("patient"));

      assertThat(stream.next().getResourcesCount()).isEqualTo(1);
      assertThat(stream.isOpen()).isTrue();
    }
  }
}
