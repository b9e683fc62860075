package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamLimits;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitsTest {

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
        .get("xds.server.streams.closed")
        .tags("variant", "sotw", "reason", "too-many-streams")
        .counter()
        .count();
  }

  @Test
  @Rule("B-3")
  void aConnectionHasSoManyStreamsAndAllConnectionsTogetherToo() throws Exception {
    harness.publish("a");
    var connection = harness.connect();
    var first = harness.clusters(connection);
    first.next();
    var second = harness.clusters(connection);
    second.next();

    Status third = harness.clusters(connection).status();

    assertThat(third.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(third.getDescription()).contains("this connection has 2 streams");
    assertThat(refused()).isEqualTo(1);

    harness.clusters(harness.connect()).next();
    Status fourth = harness.clusters(harness.connect()).status();
    assertThat(fourth.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(fourth.getDescription()).contains("3 streams");
    assertThat(refused()).isEqualTo(2);
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
