package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http2.Http2Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final int MAX_CONCURRENT_STREAMS = 3;

  private static final TransportOptions TWO_PER_CONNECTION =
      new TransportOptions(
          4 << 20,
          2,
          TransportOptions.DEFAULTS.pingInterval(),
          TransportOptions.DEFAULTS.pingTimeout());

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Harness harness =
      new Harness(
          builder ->
              builder
                  .meterRegistry(meters)
                  .transport(TWO_PER_CONNECTION)
                  .clientLimits(ClientLimits.DEFAULTS.withPeerShare(1))
                  .limits(new StreamLimits(3, 1_000, 10_000)));

  @AfterEach
  void stop() {
    harness.close();
  }

  private double refused() {
    return meters
        .find("xds.server.streams.closed")
        .tags("variant", "sotw", "reason", "too-many-streams")
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  @Test
  @Rule("B-3")
  void aClientThatHeedsTheLimitOfItsConnectionWaitsForItsTurn() throws Exception {
    harness.publish("a");
    var connection = harness.connect();
    var first = harness.clusters(connection);
    first.next();
    var second = harness.clusters(connection);
    second.next();
    var third = harness.clusters(connection);
    assertThat(third.isOpen()).isTrue();

    first.cancel();

    third.next();
    assertThat(second.isOpen()).isTrue();
    assertThat(refused()).isZero();
  }

  @Test
  @Rule("B-3")
  void aClientThatDoesNotHeedItIsToldSo() throws Exception {
    harness.publish("a");
    byte[] request = Harness.firstRequest("raw").toByteArray();
    try (Http2Socket client = new Http2Socket(harness.server.port())) {
      assertThat(client.announced(MAX_CONCURRENT_STREAMS)).isEqualTo(2);
      client.call(1, Harness.ADS, request);
      client.call(3, Harness.ADS, request);
      client.call(5, Harness.ADS, request);

      Http2Headers end = client.end(5);

      assertThat(end.get("grpc-status"))
          .hasToString(String.valueOf(Status.Code.RESOURCE_EXHAUSTED.value()));
      assertThat(end.get("grpc-message").toString()).contains("this connection has 2 streams");
      assertThat(refused()).isEqualTo(1);
      assertThat(harness.server.status().streams().join()).as("the others go on").hasSize(2);
    }
  }

  @Test
  @Rule("B-3")
  void allConnectionsTogetherHaveSoManyStreams() throws Exception {
    harness.publish("a");
    var first = harness.clusters(harness.connect());
    first.next();
    harness.clusters(harness.connect()).next();
    harness.clusters(harness.connect()).next();

    Status fourth = harness.clusters(harness.connect()).status();

    assertThat(fourth.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(fourth.getDescription()).contains("3 streams");
    assertThat(refused()).isEqualTo(1);
    assertThat(first.isOpen()).as("the others go on").isTrue();
  }

  @Test
  @Rule("B-3")
  void aStreamThatEndsMakesRoomForAnother() throws Exception {
    harness.publish("a");
    var connection = harness.connect();
    for (int i = 0; i < 10; i++) {
      var stream = harness.clusters(connection);
      stream.next();
      if (i % 2 == 0) {
        stream.halfClose();
        stream.read(1);
        assertThat(stream.status().getCode()).isEqualTo(Status.Code.OK);
      } else {
        stream.cancel();
      }
      harness.await(StreamEvent.Closed.class, closed -> closed.reason() == null);
    }
  }
}
