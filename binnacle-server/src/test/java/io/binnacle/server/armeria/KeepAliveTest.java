package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.Http2Socket.Frame;
import io.binnacle.server.stream.StreamEvent;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pings in both directions, with intervals short enough for a test. */
class KeepAliveTest {

  private static final TransportOptions QUICK =
      new TransportOptions(4 << 20, 10_000, Duration.ofMillis(200), Duration.ofMillis(200));

  private final Harness harness = new Harness(builder -> builder.transport(QUICK));

  @AfterEach
  void stop() {
    harness.close();
  }

  private Http2Socket streamOn() throws Exception {
    Http2Socket client = new Http2Socket(harness.server.port());
    client.call(1, Harness.ADS, Harness.firstRequest("raw").toByteArray());
    return client;
  }

  private static Frame readUntilClosed(Http2Socket client) throws Exception {
    Frame ping = null;
    for (Frame frame = client.read(); frame != null; frame = client.read()) {
      ping = frame.isPing() ? frame : ping;
    }
    return ping;
  }

  @Test
  @Rule("B-8")
  void aPeerThatDoesNotAnswerAPingLosesItsConnectionAndItsStreams() throws Exception {
    try (Http2Socket client = streamOn()) {
      assertThat(readUntilClosed(client)).as("it was pinged first").isNotNull();

      assertThat(harness.await(StreamEvent.Closed.class, closed -> true).reason())
          .as("ended by the network")
          .isNull();
    }
  }

  @Test
  @Rule("B-8")
  void whatTheServerWritesIsNoProofThatThePeerLives() throws Exception {
    ScheduledExecutorService publisher = Executors.newSingleThreadScheduledExecutor();
    try (Http2Socket client = streamOn()) {
      int[] number = {0};
      publisher.scheduleAtFixedRate(
          () -> harness.publish("c" + number[0]++), 0, 20, TimeUnit.MILLISECONDS);

      assertThat(readUntilClosed(client)).isNotNull();
    } finally {
      publisher.shutdownNow();
    }
  }

  @Test
  @Rule("B-8")
  void aPeerThatAnswersPingsStays() throws Exception {
    harness.publish("a");
    try (Http2Socket client = streamOn()) {
      int pings = 0;
      while (pings < 5) {
        Frame frame = client.read();
        assertThat(frame).as("still connected after %s pings", pings).isNotNull();
        if (frame.isPing()) {
          client.answer(frame);
          pings++;
        }
      }
      assertThat(harness.server.status().streams().join()).hasSize(1);
    }
  }

  @Test
  @Rule("B-8")
  void pingsOfAClientAreAnsweredOnAnIdleConnectionHoweverMany() throws Exception {
    try (Http2Socket client = new Http2Socket(harness.server.port())) {
      for (int i = 0; i < 100; i++) {
        client.ping(i);
      }
      int answered = 0;
      while (answered < 100) {
        Frame frame = client.read();
        assertThat(frame).as("connected").isNotNull();
        assertThat(frame.type()).as("no GOAWAY").isNotEqualTo(Http2Socket.GOAWAY);
        answered += frame.isPingAck() ? 1 : 0;
      }
    }
  }

  @Test
  void aConnectionThatNeverSpeaksIsClosed() throws Exception {
    try (var silent = new java.net.Socket("127.0.0.1", harness.server.port())) {
      silent.setSoTimeout(20_000);
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }
}
