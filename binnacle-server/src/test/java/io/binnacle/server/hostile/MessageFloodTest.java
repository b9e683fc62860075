package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What one peer makes a server keep by messages: streams, names, types, nodes, halves of requests,
 * polls. It gets its share and no more, everybody else is served meanwhile, and when it is gone
 * nothing of it is left. The server has little memory for clients, so that little is a flood.
 */
class MessageFloodTest {

  private static final Duration ARMERIA = Duration.ofSeconds(9);

  private final GreedyPeer peer = new GreedyPeer();

  @AfterEach
  void stop() throws IOException {
    peer.close();
  }

  @Test
  @Rule("B-3")
  void streamsThatSendNothingBehindTheirHeaders() throws Exception {
    // Break: do not ask the account in StreamHub.open
    byte[] many = GreedyPeer.calls(Size.of(200, 5_000), GreedyPeer.DELTA_ADS);
    peer.survives(4, i -> many);
  }

  @Test
  @Rule("B-3")
  void streamsThatSendNothingEndAndMakeRoom() throws Exception {
    peer.attack(1, i -> GreedyPeer.calls(50, GreedyPeer.DELTA_ADS));
    peer.comesTrue(
        "ended",
        () -> peer.target.count("xds.server.streams.closed", "reason", "no-request") == 50);
  }

  @Test
  @Rule("B-3")
  void streamsWithManyNames() throws Exception {
    // Break: do not ask the account in StreamDriver.onOutcome
    DeltaDiscoveryRequest.Builder names = GreedyPeer.request(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    for (int i = 0; i < 4_000; i++) {
      names.addResourceNamesSubscribe("name-" + i);
    }
    byte[] call = GreedyPeer.call(names.build().toByteArray());
    peer.survives(6, i -> call);
  }

  @Test
  @Rule("B-3")
  void streamsWithLongNamesAndTypes() throws Exception {
    String name = "x".repeat(GreedyPeer.WINDOW / 2);
    byte[] call =
        GreedyPeer.call(
            GreedyPeer.request(ResourceType.of("type.googleapis.com/" + name))
                .addResourceNamesSubscribe(name)
                .build()
                .toByteArray());
    peer.survives(40, i -> call);
  }

  @Test
  @Rule("B-3")
  void nodesThatAreLarge() throws Exception {
    Node node =
        Node.newBuilder().setId("large").setCluster("x".repeat(GreedyPeer.WINDOW - 1_000)).build();
    byte[] call =
        GreedyPeer.call(
            GreedyPeer.request(ResourceType.CLUSTER).setNode(node).build().toByteArray());
    peer.survives(20, i -> call);
  }

  @Test
  @Rule("B-3")
  void halvesOfRequests() throws Exception {
    // Break: do not call StreamDriver.onBuffered in ArmeriaStream
    byte[] head = Frames.join(new byte[1], Frames.number(1 << 20));
    byte[] half =
        Frames.join(
            Frames.call(1, GreedyPeer.DELTA_ADS),
            GreedyPeer.data(Frames.join(head, new byte[GreedyPeer.WINDOW - head.length])));
    peer.survives(60, i -> half);
  }

  @Test
  @Rule("B-3")
  void moreConnectionsThanThePeerMayHave() throws Exception {
    // Break: let ConnectionGate.enter admit all
    double before = peer.target.count("xds.server.connections.refused");
    peer.survives(
        GreedyPeer.CONNECTIONS,
        () ->
            peer.target.meters.get("xds.server.connections.refused").functionCounter().count()
                > before,
        i -> new byte[0]);
  }

  @Test
  @Rule("B-3")
  void callsOfHealthReflectionAndFetchThatSendNothing() throws Exception {
    for (String method :
        List.of(
            "/grpc.health.v1.Health/Watch",
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            "/envoy.service.cluster.v3.ClusterDiscoveryService/FetchClusters")) {
      peer.survives(2, i -> GreedyPeer.calls(200, method));
    }
  }

  /** Break: cancel {@code silence} with the first data in {@code AdmittedService}. */
  @Test
  @Rule("B-3")
  void callsAndPollsThatSendHalfOfTheirBodyEnd() throws Exception {
    byte[] half = Frames.frame(Frames.DATA, 0, 1, Frames.join(new byte[1], Frames.number(1_000)));
    for (String path :
        List.of(
            "/envoy.service.cluster.v3.ClusterDiscoveryService/FetchClusters",
            "/grpc.health.v1.Health/Check",
            "/v3/discovery:clusters")) {
      HostileSocket socket = peer.connect();
      long begin = System.nanoTime();
      Http2Headers headers = Frames.callHeaders(path);
      if (path.startsWith("/v3/")) {
        headers.set("content-type", "application/json");
      }
      socket.send(Frames.headers(1, Frames.END_HEADERS, headers)).send(half);
      HostileSocket.Frame frame = GreedyPeer.endOfTheCall(socket);
      assertThat(frame).as("an end of %s", path).isNotNull();
      // else it is Armeria's own time for a request, where there is one
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(path).isLessThan(ARMERIA);
    }
  }

  @Test
  @Rule("B-3")
  void pollsOfManyClients() throws Exception {
    String body =
        "{\"node\":{\"id\":\"%s\",\"cluster\":\"" + "x".repeat(GreedyPeer.WINDOW - 2_000) + "\"}}";
    peer.attack(40, i -> GreedyPeer.poll(body.formatted("poller-" + i), "/v3/discovery:clusters"));
    peer.comesTrue("refused", () -> peer.refused() + memoryRefusals() > 0);
    assertThat(peer.held()).isLessThan(0.75 * GreedyPeer.MEMORY);
  }

  private double memoryRefusals() {
    return peer.target.count("xds.server.streams.closed", "reason", "memory");
  }

  @Test
  @Rule("B-3")
  void typesBeyondTheLimitEndTheirStreamAlone() throws Exception {
    Victims victims = Victims.of(peer.target);
    List<byte[]> requests = new ArrayList<>();
    requests.add(Frames.call(1, GreedyPeer.DELTA_ADS));
    for (int i = 0; i < 65; i++) {
      ResourceType type = ResourceType.of("type.googleapis.com/attack.Type" + i);
      requests.add(Frames.message(1, GreedyPeer.request(type).build().toByteArray()));
    }
    byte[] all = Frames.join(requests.toArray(new byte[0][]));
    peer.attack(5, i -> all);
    peer.comesTrue(
        "ended",
        () -> peer.target.count("xds.server.streams.closed", "reason", "bad-request") == 5);
    Victims.assertServed(victims.atTheEnd(), GreedyPeer.LONGEST);
  }
}
