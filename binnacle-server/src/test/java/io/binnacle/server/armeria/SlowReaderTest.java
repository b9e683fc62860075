package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Metadata;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Clients that do not read, and the bytes that streams share. */
class SlowReaderTest {

  private static final int ROUNDS = 12;

  private final Harness harness = new Harness();
  private final ListAppender<ILoggingEvent> leaks = new ListAppender<>();
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

  @BeforeEach
  void watchBuffers() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    leaks.start();
    leakLogger().addAppender(leaks);
  }

  @AfterEach
  void stop() {
    harness.close();
    leakLogger().detachAppender(leaks);
    ResourceLeakDetector.setLevel(before);
  }

  private static Logger leakLogger() {
    return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
  }

  /** Two megabytes, more than any window of a client here. */
  private void publishBig(String name) {
    String filler = "x".repeat(2 << 20);
    Struct struct =
        Struct.newBuilder()
            .putFields("filler", Value.newBuilder().setStringValue(filler).build())
            .build();
    harness.catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder()
                .setName(name)
                .setMetadata(Metadata.newBuilder().putFilterMetadata("test", struct))
                .build()));
  }

  private static String nameIn(DiscoveryResponse response) throws Exception {
    return response.getResources(0).unpack(Cluster.class).getName();
  }

  @Test
  @Rule("B-1")
  void aStreamThatDoesNotReadHasOneResponseOnItsWayAndThenGetsTheNewest() throws Exception {
    publishBig("c0");
    try (Http2Socket stalled = new Http2Socket(harness.server.port())) {
      stalled.call(1, Harness.ADS, Harness.firstRequest("stalled").toByteArray());
      long stalledId = harness.await(StreamEvent.Sent.class, sent -> true).stream().id();
      var reader = harness.clusters(harness.connect());
      reader.send(Harness.ack(reader.next()));

      for (int round = 1; round <= ROUNDS; round++) {
        publishBig("c" + round);
        DiscoveryResponse response = reader.next();
        assertThat(nameIn(response)).as("others are not delayed").isEqualTo("c" + round);
        reader.send(Harness.ack(response));
      }

      assertThat(harness.events.stream().filter(event -> sentOn(event, stalledId)))
          .as("nothing was queued for it")
          .isEmpty();
      stalled.allow(1, 1 << 30);
      assertThat(nameIn(DiscoveryResponse.parseFrom(stalled.message()))).isEqualTo("c0");
      assertThat(nameIn(DiscoveryResponse.parseFrom(stalled.message()))).isEqualTo("c" + ROUNDS);
    }
  }

  private static boolean sentOn(StreamEvent event, long stream) {
    return event instanceof StreamEvent.Sent && event.stream().id() == stream;
  }

  @Test
  @Rule("B-2")
  void streamsThatGetTheSameChangeShareOneBodyAndGiveItsBytesBack() throws Exception {
    publishBig("shared");
    var streams = new ArrayList<GrpcStream<?, DiscoveryResponse>>();
    for (int i = 0; i < 10; i++) {
      streams.add(harness.clusters(harness.connect()));
    }
    List<Object> bodies = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      bodies.add(harness.await(StreamEvent.Sent.class, sent -> true).response().body());
    }
    assertThat(bodies).as("encoded once").allMatch(body -> body == bodies.get(0));
    for (var stream : streams) {
      assertThat(nameIn(stream.next())).isEqualTo("shared");
    }
    streams.forEach(GrpcStream::cancel);
    for (int i = 0; i < 10; i++) {
      harness.await(StreamEvent.Closed.class, closed -> true);
    }
    assertNoLeak();
  }

  @Test
  @Rule("B-2")
  void bytesOfResponsesThatWereNeverReadAreGivenBack() throws Exception {
    publishBig("lost");
    var streams = new ArrayList<GrpcStream<?, DiscoveryResponse>>();
    for (int i = 0; i < 5; i++) {
      streams.add(harness.clusters(harness.connect()));
      harness.await(StreamEvent.Sent.class, sent -> true);
    }
    streams.forEach(GrpcStream::cancel);
    for (int i = 0; i < 5; i++) {
      harness.await(StreamEvent.Closed.class, closed -> true);
    }
    assertNoLeak();
  }

  /** Leaks are reported when a buffer is allocated after the collector has run. */
  private void assertNoLeak() {
    for (int i = 0; i < 5; i++) {
      System.gc();
      ByteBuf probe = PooledByteBufAllocator.DEFAULT.directBuffer(16);
      probe.release();
    }
    assertThat(leaks.list).isEmpty();
  }
}
