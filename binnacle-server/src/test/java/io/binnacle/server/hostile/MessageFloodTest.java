package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.limit.ClientLimits;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What one peer makes a server keep by messages: streams, names, types, nodes, halves of requests,
 * polls. It gets its share and no more, everybody else is served meanwhile, and when it is gone
 * nothing of it is left. The server has little memory for clients, so that little is a flood.
 */
class MessageFloodTest {

  /** No benchmark: a server that is full answers nobody. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final Duration FIRST_REQUEST = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ATTACKER = "127.0.0.2";
  private static final String DELTA_ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
  private static final Duration ARMERIA = Duration.ofSeconds(9);
  private static final int MEMORY = 4 << 20;
  private static final int CONNECTIONS = 200;
  private static final int ROUNDS = Size.of(1, 20);
  private static final int MOST_LEFT_MB = 24;

  /** Below the window of a connection that has just begun. */
  private static final int WINDOW = 60_000;

  /** What a victim holds that is just leaving. */
  private static final int ONE_CLIENT = 40_000;

  private static final int FRAME = 16_384;
  private static final long LOOK_NANOS = 10_000_000;
  private static final int LOOKS_PER_CLIENT = 10;

  private final Target target =
      new Target(
          builder ->
              builder.clientLimits(new ClientLimits(MEMORY, 0.5, CONNECTIONS, FIRST_REQUEST)));

  private final List<HostileSocket> attackers = new ArrayList<>();

  @BeforeEach
  void theAttackerHasAnAddressOfItsOwn() {
    try (HostileSocket probe = new HostileSocket(ATTACKER, target.port())) {
      assertThat(probe).isNotNull();
    } catch (IOException e) {
      // Linux has all of 127.0.0.0/8; macOS only what was added to its loopback device
      assertThat(System.getProperty("os.name")).as("%s", e).isNotEqualTo("Linux");
      Assumptions.abort("this machine has no address " + ATTACKER);
    }
  }

  @AfterEach
  void stop() throws IOException {
    leave();
    target.close();
  }

  private void leave() throws IOException {
    for (HostileSocket attacker : attackers) {
      attacker.close();
    }
    attackers.clear();
  }

  private double held() {
    return target.meters.get("xds.server.client.memory").gauge().value();
  }

  private double refused() {
    return target.count("xds.server.streams.closed", "reason", "peer-share");
  }

  /** Many connections that send something each, and neither read nor end. */
  private void attack(int connections, IntFunction<byte[]> sent) throws IOException {
    for (int i = 0; i < connections; i++) {
      HostileSocket attacker = HostileSocket.http2(ATTACKER, target.port());
      attackers.add(attacker);
      try {
        attacker.send(sent.apply(i));
      } catch (IOException closed) {
        continue; // the server had enough of it
      }
    }
  }

  /** Attacks while others come, which are served; of what the attacker held nothing is left. */
  private void survives(int connections, BooleanSupplier stopped, IntFunction<byte[]> sent)
      throws Exception {
    Victims.firstAnswer(target.port());
    long before = Memory.used();
    for (int round = 0; round < ROUNDS; round++) {
      Victims victims = Victims.of(target);
      attack(connections, sent);
      comesTrue("refused", stopped);
      Victims.assertServed(victims.atTheEnd(), LONGEST);
      assertThat(held()).isLessThan(0.75 * MEMORY);
      leave();
      comesTrue("free again", () -> held() <= ONE_CLIENT);
    }
    assertThat(Memory.used() - before).as("MB that are left").isLessThan(MOST_LEFT_MB);
  }

  private void survives(int connections, IntFunction<byte[]> sent) throws Exception {
    double before = refused();
    survives(connections, () -> refused() > before, sent);
  }

  /** Looks again and again, with a client that comes now and then and is served. */
  private void comesTrue(String what, BooleanSupplier fact) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (int looks = 0; !fact.getAsBoolean(); looks++) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      LockSupport.parkNanos(LOOK_NANOS);
      if (looks % LOOKS_PER_CLIENT == 0) {
        assertThat(Victims.firstAnswer(target.port())).isLessThan(LONGEST);
      }
    }
  }

  private static byte[] calls(int streams, String method) {
    byte[][] calls = new byte[streams][];
    for (int i = 0; i < streams; i++) {
      calls[i] = Frames.call(2 * i + 1, method);
    }
    return Frames.join(calls);
  }

  /** A call with one message, in as many frames as it takes. */
  private static byte[] call(byte[] message) {
    byte[] head = Frames.join(new byte[1], Frames.number(message.length));
    return Frames.join(Frames.call(1, DELTA_ADS), data(Frames.join(head, message)));
  }

  private static byte[] data(byte[] bytes) {
    List<byte[]> frames = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += FRAME) {
      byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + FRAME));
      frames.add(Frames.frame(Frames.DATA, 0, 1, part));
    }
    return Frames.join(frames.toArray(new byte[0][]));
  }

  private static DeltaDiscoveryRequest.Builder request(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("attacker"))
        .setTypeUrl(type.typeUrl());
  }

  @Test
  @Rule("B-3")
  void streamsThatSendNothingBehindTheirHeaders() throws Exception {
    // Break: do not ask the account in StreamHub.open
    byte[] many = calls(Size.of(200, 5_000), DELTA_ADS);
    survives(4, i -> many);
  }

  @Test
  @Rule("B-3")
  void streamsThatSendNothingEndAndMakeRoom() throws Exception {
    attack(1, i -> calls(50, DELTA_ADS));
    comesTrue(
        "ended", () -> target.count("xds.server.streams.closed", "reason", "no-request") == 50);
  }

  @Test
  @Rule("B-3")
  void streamsWithManyNames() throws Exception {
    // Break: do not ask the account in StreamDriver.onOutcome
    DeltaDiscoveryRequest.Builder names = request(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    for (int i = 0; i < 4_000; i++) {
      names.addResourceNamesSubscribe("name-" + i);
    }
    byte[] call = call(names.build().toByteArray());
    survives(6, i -> call);
  }

  @Test
  @Rule("B-3")
  void streamsWithLongNamesAndTypes() throws Exception {
    String name = "x".repeat(WINDOW / 2);
    byte[] call =
        call(
            request(ResourceType.of("type.googleapis.com/" + name))
                .addResourceNamesSubscribe(name)
                .build()
                .toByteArray());
    survives(40, i -> call);
  }

  @Test
  @Rule("B-3")
  void nodesThatAreLarge() throws Exception {
    Node node = Node.newBuilder().setId("large").setCluster("x".repeat(WINDOW - 1_000)).build();
    byte[] call = call(request(ResourceType.CLUSTER).setNode(node).build().toByteArray());
    survives(20, i -> call);
  }

  @Test
  @Rule("B-3")
  void halvesOfRequests() throws Exception {
    // Break: do not call StreamDriver.onBuffered in ArmeriaStream
    byte[] head = Frames.join(new byte[1], Frames.number(1 << 20));
    byte[] half =
        Frames.join(
            Frames.call(1, DELTA_ADS), data(Frames.join(head, new byte[WINDOW - head.length])));
    survives(60, i -> half);
  }

  @Test
  @Rule("B-3")
  void moreConnectionsThanThePeerMayHave() throws Exception {
    // Break: let ConnectionGate.enter admit all
    double before = target.count("xds.server.connections.refused");
    survives(
        CONNECTIONS,
        () ->
            target.meters.get("xds.server.connections.refused").functionCounter().count() > before,
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
      survives(2, i -> calls(200, method));
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
      HostileSocket peer = HostileSocket.http2(ATTACKER, target.port());
      attackers.add(peer);
      long begin = System.nanoTime();
      Http2Headers headers = Frames.callHeaders(path);
      if (path.startsWith("/v3/")) {
        headers.set("content-type", "application/json");
      }
      peer.send(Frames.headers(1, Frames.END_HEADERS, headers)).send(half);
      HostileSocket.Frame frame = peer.read();
      while (frame != null && !isEndOfTheCall(frame)) {
        frame = peer.read();
      }
      assertThat(frame).as("an end of %s", path).isNotNull();
      // else it is Armeria's own time for a request, where there is one
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(path).isLessThan(ARMERIA);
    }
  }

  private static boolean isEndOfTheCall(HostileSocket.Frame frame) {
    boolean ends = frame.type() == Frames.DATA || frame.type() == Frames.HEADERS;
    boolean end = ends && (frame.flags() & Frames.END_STREAM) != 0;
    return frame.stream() == 1 && (end || frame.type() == Frames.RST_STREAM);
  }

  @Test
  @Rule("B-3")
  void pollsOfManyClients() throws Exception {
    String body = "{\"node\":{\"id\":\"%s\",\"cluster\":\"" + "x".repeat(WINDOW - 2_000) + "\"}}";
    attack(
        40,
        i ->
            Frames.join(
                Frames.headers(
                    1,
                    Frames.END_HEADERS,
                    new DefaultHttp2Headers()
                        .method("POST")
                        .scheme("http")
                        .authority("test")
                        .path("/v3/discovery:clusters")
                        .add("content-type", "application/json")),
                data(body.formatted("poller-" + i).getBytes(StandardCharsets.UTF_8)),
                Frames.frame(Frames.DATA, Frames.END_STREAM, 1, new byte[0])));
    comesTrue("refused", () -> refused() + memoryRefusals() > 0);
    assertThat(held()).isLessThan(0.75 * MEMORY);
  }

  private double memoryRefusals() {
    return target.count("xds.server.streams.closed", "reason", "memory");
  }

  @Test
  @Rule("B-3")
  void typesBeyondTheLimitEndTheirStreamAlone() throws Exception {
    Victims victims = Victims.of(target);
    List<byte[]> requests = new ArrayList<>();
    requests.add(Frames.call(1, DELTA_ADS));
    for (int i = 0; i < 65; i++) {
      ResourceType type = ResourceType.of("type.googleapis.com/attack.Type" + i);
      requests.add(Frames.message(1, request(type).build().toByteArray()));
    }
    byte[] all = Frames.join(requests.toArray(new byte[0][]));
    attack(5, i -> all);
    comesTrue(
        "ended", () -> target.count("xds.server.streams.closed", "reason", "bad-request") == 5);
    Victims.assertServed(victims.atTheEnd(), LONGEST);
  }
}
