package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import io.grpc.Status;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DrainTest {

  private final Harness harness = new Harness();

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  @Rule("B-5")
  void whileItDrainsAServerServesWhatIsOpenAndRefusesWhatIsNew() throws Exception {
    harness.publish("a");
    var connection = harness.connect();
    var open = harness.clusters(connection);
    open.send(Harness.ack(open.next()));

    var closed = harness.server.close(Duration.ofSeconds(3));

    Status refused = harness.clusters(connection).status();
    assertThat(refused.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    harness.publish("b");
    assertThat(open.next().getResources(0).getValue().toStringUtf8()).contains("b");

    open.read(1);
    assertThat(open.status().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(open.status().getDescription()).contains("shutting down");
    closed.get(20, TimeUnit.SECONDS);
    assertThatThrownBy(() -> new Socket("127.0.0.1", harness.server.port()).close())
        .isInstanceOfAny(ConnectException.class, IllegalStateException.class);
  }

  @Test
  @Rule("B-5")
  void aClientThatDoesNotReadDoesNotHoldUpTheEnd() throws Exception {
    harness.publish("x".repeat(3 << 20));
    harness.clusters(harness.connect());
    harness.await(io.binnacle.server.stream.StreamEvent.Sent.class, sent -> true);

    harness.server.close(Duration.ZERO).get(20, TimeUnit.SECONDS);
  }

  @Test
  @Rule("B-5")
  void aResponseThatIsBeingWrittenComesWholeBeforeTheEnd() throws Exception {
    String large = "x".repeat(2 << 20);
    harness.publish(large);
    var stream = harness.clusters(harness.connect());
    harness.await(io.binnacle.server.stream.StreamEvent.Sent.class, sent -> true);

    var closed = harness.server.close(Duration.ZERO); // most of it waits for the client's window

    assertThat(stream.next().getResources(0).getValue().toStringUtf8()).contains(large);
    stream.read(1);
    assertThat(stream.status().getDescription()).contains("shutting down");
    closed.get(20, TimeUnit.SECONDS);
  }

  @Test
  @Rule("B-5")
  void anEndWithoutStreamsWaitsForNothing() throws Exception {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      Harness ending = new Harness();
      ending.clusters(ending.connect()).cancel();
      long before = System.nanoTime();
      ending.server.close(Duration.ZERO).get(20, TimeUnit.SECONDS);
      shortest = Math.min(shortest, System.nanoTime() - before);
      ending.close();
    }
    assertThat(Duration.ofNanos(shortest)).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  @Rule("B-5")
  void whenTheLastClientLeavesTheDrainTimeIsOver() throws Exception {
    harness.publish("a");
    var connection = harness.connect();
    harness.clusters(connection).next();

    var closed = harness.server.close(Duration.ofMinutes(10));
    harness.clusters(connection).status(); // refused, while the first stream goes on
    assertThat(closed).isNotDone();
    connection.shutdownNow();

    closed.get(20, TimeUnit.SECONDS);
  }
}
