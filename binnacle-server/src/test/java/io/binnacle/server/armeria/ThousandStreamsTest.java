package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.envoy.Await;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Metadata;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.ManagedChannel;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thousand streams, one of which never reads. */
class ThousandStreamsTest {

  private static final int READERS = 999;
  private static final int CONNECTIONS = 4;
  private static final int ROUNDS = 5;

  /** More than the window of the client that does not read. */
  private static final int BIG = 3 << 20;

  private final Map<Long, AtomicLong> messages = new ConcurrentHashMap<>();
  private final Map<Long, AtomicLong> bytes = new ConcurrentHashMap<>();

  /** Without the history of former views, which has a bound of its own. */
  private final Harness harness =
      new Harness(server -> server.listener(this::count).viewHistory(ViewHistory.NONE));

  private void count(StreamEvent event) {
    if (event instanceof StreamEvent.Sent sent) {
      long id = event.stream().id();
      messages.computeIfAbsent(id, stream -> new AtomicLong()).incrementAndGet();
      bytes
          .computeIfAbsent(id, stream -> new AtomicLong())
          .addAndGet(sent.response().body().size());
    }
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  /** What readers ask for is small and changes; so does what only the other stream asks for. */
  private void publishRound(int round) {
    Struct filler =
        Struct.newBuilder()
            .putFields("filler", Value.newBuilder().setStringValue("x".repeat(BIG)).build())
            .build();
    harness.catalog.publish(
        "edge",
        Snapshot.of(
            Cluster.newBuilder().setName("hot").setAltStatName("round-" + round).build(),
            Cluster.newBuilder()
                .setName("big")
                .setAltStatName("round-" + round)
                .setMetadata(Metadata.newBuilder().putFilterMetadata("test", filler))
                .build()));
  }

  private List<GrpcStream<DiscoveryRequest, DiscoveryResponse>> openReaders() {
    List<ManagedChannel> channels = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      channels.add(harness.connect());
    }
    List<GrpcStream<DiscoveryRequest, DiscoveryResponse>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      DiscoveryRequest hot =
          Harness.firstRequest("reader-" + i).toBuilder().addResourceNames("hot").build();
      readers.add(GrpcStream.sotw(channels.get(i % CONNECTIONS), Harness.ADS).send(hot).read(1));
    }
    return readers;
  }

  private static void readRound(
      List<GrpcStream<DiscoveryRequest, DiscoveryResponse>> readers, int round) throws Exception {
    for (var reader : readers) {
      DiscoveryResponse response = reader.taken();
      assertThat(statName(response, 0)).as("each round, in order").isEqualTo("round-" + round);
      reader.send(ack(response)).read(1);
    }
  }

  private static DiscoveryRequest ack(DiscoveryResponse response) {
    return Harness.ack(response).toBuilder().addResourceNames("hot").build();
  }

  private static String statName(DiscoveryResponse response, int index) throws Exception {
    return response.getResources(index).unpack(Cluster.class).getAltStatName();
  }

  private long heapInUse() {
    harness.events.clear(); // else what the test keeps counts too
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  @Rule("B-1")
  void aStreamThatNeverReadsDelaysNoOtherAndGathersNothing() throws Exception {
    // Break: let ArmeriaStream.isReady always say yes
    publishRound(0);
    var stalled = harness.clusters(harness.connect());
    long stalledId = harness.await(StreamEvent.Sent.class, sent -> true).stream().id();
    var readers = openReaders();
    readRound(readers, 0);
    long heapBefore = heapInUse();

    for (int round = 1; round <= ROUNDS; round++) {
      publishRound(round);
      readRound(readers, round);
    }

    assertThat(messages.get(stalledId)).as("one response on its way").hasValue(1);
    assertThat(bytes.get(stalledId).get()).isLessThan(2 * BIG);
    assertThat(messages).hasSize(READERS + 1);
    messages.forEach(
        (stream, count) -> assertThat(count.get()).isEqualTo(stream == stalledId ? 1 : ROUNDS + 1));
    assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory())
        .as("bytes that wait in buffers")
        .isLessThan(3L * BIG);
    // the work that streams share is kept for five seconds, and with it former resources
    Await.until("bytes that the heap grew by", this::heapInUse, now -> now - heapBefore < 2L * BIG);
    assertThat(statName(stalled.next(), 0)).isEqualTo("round-0");
    assertThat(statName(stalled.next(), 0)).as("the newest").isEqualTo("round-" + ROUNDS);
  }
}
