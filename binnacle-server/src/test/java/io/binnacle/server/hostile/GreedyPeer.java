package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.limit.ClientLimits;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A peer with an address of its own that makes a server keep things, and the server: one with
 * little memory for clients, so that little is a flood. Ends with the test.
 */
final class GreedyPeer implements AutoCloseable {

  /** No benchmark: a server that is full answers nobody. */
  static final Duration LONGEST = Duration.ofSeconds(5);

  static final int MEMORY = 4 << 20;
  static final int CONNECTIONS = 200;

  /** Below the window of a connection that has just begun. */
  static final int WINDOW = 60_000;

  static final String DELTA_ADS =
      "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";

  private static final Duration FIRST_REQUEST = Duration.ofSeconds(3);
  private static final Duration READ_TIME = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ADDRESS = "127.0.0.2";
  private static final int ROUNDS = Size.of(1, 20);
  private static final int MOST_LEFT_MB = 24;

  /** What a victim holds that is just leaving. */
  static final int ONE_CLIENT = 40_000;

  private static final long LOOK_NANOS = 10_000_000;
  private static final int LOOKS_PER_CLIENT = 10;
  private static final int FRAME = 16_384;

  final Target target =
      new Target(
          builder ->
              builder.clientLimits(
                  new ClientLimits(MEMORY, 0.5, CONNECTIONS, FIRST_REQUEST, READ_TIME)));

  /** Those that were opened last. */
  final List<HostileSocket> sockets = new ArrayList<>();

  /** Aborts the test where this machine lacks the address. */
  GreedyPeer() {
    try (HostileSocket probe = new HostileSocket(ADDRESS, target.port())) {
      assertThat(probe).isNotNull();
    } catch (IOException e) {
      target.close();
      // Linux has all of 127.0.0.0/8; macOS only what was added to its loopback device
      assertThat(System.getProperty("os.name")).as("%s", e).isNotEqualTo("Linux");
      Assumptions.abort("this machine has no address " + ADDRESS);
    }
  }

  double held() {
    return target.meters.get("xds.server.client.memory").gauge().value();
  }

  double refused() {
    return target.count("xds.server.streams.closed", "reason", "peer-share");
  }

  /** Many connections that send something each, and neither read nor end. */
  void attack(int connections, IntFunction<byte[]> sent) throws IOException {
    for (int i = 0; i < connections; i++) {
      HostileSocket attacker = connect();
      try {
        attacker.send(sent.apply(i));
      } catch (IOException closed) {
        continue; // the server had enough of it
      }
    }
  }

  /** Attacks while others come, which are served; of what the attacker held nothing is left. */
  void survives(int connections, BooleanSupplier stopped, IntFunction<byte[]> sent)
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

  void survives(int connections, IntFunction<byte[]> sent) throws Exception {
    double before = refused();
    survives(connections, () -> refused() > before, sent);
  }

  /** Looks again and again, with a client that comes now and then and is served. */
  void comesTrue(String what, BooleanSupplier fact) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (int looks = 0; !fact.getAsBoolean(); looks++) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      LockSupport.parkNanos(LOOK_NANOS);
      if (looks % LOOKS_PER_CLIENT == 0) {
        assertThat(Victims.firstAnswer(target.port())).isLessThan(LONGEST);
      }
    }
  }

  static byte[] calls(int streams, String method) {
    byte[][] calls = new byte[streams][];
    for (int i = 0; i < streams; i++) {
      calls[i] = Frames.call(2 * i + 1, method);
    }
    return Frames.join(calls);
  }

  /** A call with one message, in as many frames as it takes. */
  static byte[] call(byte[] message) {
    byte[] head = Frames.join(new byte[1], Frames.number(message.length));
    return Frames.join(Frames.call(1, DELTA_ADS), data(Frames.join(head, message)));
  }

  static byte[] data(byte[] bytes) {
    List<byte[]> frames = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += FRAME) {
      byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + FRAME));
      frames.add(Frames.frame(Frames.DATA, 0, 1, part));
    }
    return Frames.join(frames.toArray(new byte[0][]));
  }

  static DeltaDiscoveryRequest.Builder request(ResourceType type) {
    return DeltaDiscoveryRequest.newBuilder()
        .setNode(Node.newBuilder().setId("attacker"))
        .setTypeUrl(type.typeUrl());
  }

  static byte[] poll(String body, String path) {
    return Frames.join(
        Frames.headers(
            1,
            Frames.END_HEADERS,
            new DefaultHttp2Headers()
                .method("POST")
                .scheme("http")
                .authority("test")
                .path(path)
                .add("content-type", "application/json")),
        data(body.getBytes(StandardCharsets.UTF_8)),
        Frames.frame(Frames.DATA, Frames.END_STREAM, 1, new byte[0]));
  }

  /** Reads to it; null when the connection ended. */
  static HostileSocket.@Nullable Frame endOfTheCall(HostileSocket socket) throws IOException {
    HostileSocket.Frame frame = socket.read();
    while (frame != null && !isEndOfTheCall(frame)) {
      frame = socket.read();
    }
    return frame;
  }

  private static boolean isEndOfTheCall(HostileSocket.Frame frame) {
    boolean ends = frame.type() == Frames.DATA || frame.type() == Frames.HEADERS;
    boolean end = ends && (frame.flags() & Frames.END_STREAM) != 0;
    return frame.stream() == 1 && (end || frame.type() == Frames.RST_STREAM);
  }

  /** One more connection. */
  HostileSocket connect() throws IOException {
    HostileSocket socket = HostileSocket.http2(ADDRESS, target.port());
    sockets.add(socket);
    return socket;
  }

  void leave() throws IOException {
    for (HostileSocket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    leave();
    target.close();
  }
}
