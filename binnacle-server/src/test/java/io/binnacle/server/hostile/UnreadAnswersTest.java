package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one peer makes a server keep by asking for large answers that it does not read. */
class UnreadAnswersTest {

  /** So many resources are more than a window. */
  private static final int ASKED = 5;

  private static final String FETCH =
      "/envoy.service.endpoint.v3.EndpointDiscoveryService/FetchEndpoints";

  private final GreedyPeer peer = new GreedyPeer();

  @BeforeEach
  void publish() {
    peer.target.publishBeside(assignments());
  }

  @AfterEach
  void stop() throws IOException {
    peer.close();
  }

  /** Break: {@code UnreadResponse.begins} books nothing. */
  @Test
  @Rule("B-3")
  void answersOfManyKindsThatNobodyReads() throws Exception {
    peer.survives(
        40,
        i -> {
          DeltaDiscoveryRequest.Builder request =
              GreedyPeer.request(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
          for (int n = 0; n < ASKED; n++) {
            request.addResourceNamesSubscribe("large-" + (i + n));
          }
          return GreedyPeer.call(request.build().toByteArray());
        });
  }

  private static List<Resource> assignments() {
    List<Resource> assignments = new ArrayList<>();
    for (int i = 0; i < 40 + ASKED; i++) {
      Endpoint large = Endpoint.newBuilder().setHostname("x".repeat(GreedyPeer.WINDOW / 2)).build();
      assignments.add(
          Resource.of(
              ClusterLoadAssignment.newBuilder()
                  .setClusterName("large-" + i)
                  .addEndpoints(
                      LocalityLbEndpoints.newBuilder()
                          .addLbEndpoints(LbEndpoint.newBuilder().setEndpoint(large)))
                  .build()));
    }
    return assignments;
  }

  /**
   * Break: no {@code timer} in {@code UnreadResponse}; no {@code late} in {@code AdmittedService}.
   */
  @Test
  @Rule("B-3")
  void whoDoesNotReadAnAnswerIsGivenUp() throws Exception {
    String names =
        IntStream.range(0, ASKED)
            .mapToObj(n -> "\"large-" + n + "\"")
            .collect(Collectors.joining(","));
    DeltaDiscoveryRequest.Builder delta = GreedyPeer.request(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    DiscoveryRequest.Builder fetch =
        DiscoveryRequest.newBuilder().setNode(Node.newBuilder().setId("slow"));
    for (int n = 0; n < ASKED; n++) {
      delta.addResourceNamesSubscribe("large-" + n);
      fetch.addResourceNames("large-" + n);
    }
    peer.attack(1, i -> GreedyPeer.call(delta.build().toByteArray()));
    peer.attack(
        1,
        i ->
            Frames.join(
                Frames.call(1, FETCH),
                Frames.message(1, fetch.build().toByteArray()),
                Frames.frame(Frames.DATA, Frames.END_STREAM, 1, new byte[0])));
    peer.attack(
        1,
        i ->
            GreedyPeer.poll(
                "{\"node\":{\"id\":\"slow\"},\"resource_names\":[" + names + "]}",
                "/v3/discovery:endpoints"));
    for (HostileSocket socket : peer.sockets) {
      HostileSocket.Frame frame = GreedyPeer.endOfTheCall(socket);
      assertThat(frame).as("the end of call %s", peer.sockets.indexOf(socket)).isNotNull();
      assertThat(frame.type()).isEqualTo(Frames.RST_STREAM);
    }
    assertThat(peer.target.count("xds.server.streams.closed", "reason", "not-read")).isOne();
    peer.leave();
    peer.comesTrue("free again", () -> peer.held() <= GreedyPeer.ONE_CLIENT);
  }
}
