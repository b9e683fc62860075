package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpHeaderNames;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.View;
import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Polls that are held on connections of HTTP/1.1, as an Envoy's are. */
class HeldPollTest {

  private static final int POLLS = Integer.getInteger("binnacle.polls", 1_000);

  /** 10,000 of them under 100 MB (P-5). */
  private static final int MOST_BYTES = (100 << 20) / 10_000;

  private static String request(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nhost: xds\r\n"
        + HttpHeaderNames.CONTENT_TYPE
        + ": application/json\r\ncontent-length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Test
  @Rule({"P-5", "B-8"})
  void aHeldPollIsNoSilentPeerAndAfterItAConnectionIsClosedWhenItStaysSilent() throws Exception {
    Duration quick = Duration.ofMillis(150);
    try (Harness harness =
            new Harness(
                builder -> builder.transport(TransportOptions.DEFAULTS.withPings(quick, quick)));
        Socket socket = new Socket("127.0.0.1", harness.server.port())) {
      harness.publish("a");
      String version =
          View.of(
                  io.binnacle.core.view.Snapshot.of(
                      io.envoyproxy.envoy.config.cluster.v3.Cluster.newBuilder()
                          .setName("a")
                          .build()))
              .type(ResourceType.CLUSTER)
              .version();
      String held =
          request(
              "/v3/discovery:clusters?timeout=2000ms", "{\"version_info\": \"" + version + "\"}");
      long begin = System.nanoTime();
      socket.getOutputStream().write(held.getBytes(StandardCharsets.US_ASCII));

      InputStream in = socket.getInputStream();
      byte[] first = new byte[12];
      assertThat(in.readNBytes(first, 0, 12)).isEqualTo(12);
      assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 304");
      long answered = System.nanoTime();
      assertThat(answered - begin).isGreaterThan(Duration.ofMillis(1_500).toNanos());
      in.readAllBytes(); // until it is closed
      assertThat(System.nanoTime() - answered).isGreaterThan(quick.toNanos());
    }
  }

  /** Less the sockets of the clients, which are in the same process. */
  @Test
  @Rule("P-5")
  void aHeldPollCostsFewBytesThoughItsNodeIsLarge() throws Exception {
    try (Harness harness = new Harness()) {
      harness.publish("a");
      List<SocketChannel> clients = new ArrayList<>();
      poll(harness, clients, 50);
      long before = used();
      poll(harness, clients, POLLS);
      long after = used();
      for (int i = 0; i < POLLS; i++) {
        clients.add(SocketChannel.open());
      }
      long bytes = (after - before - (used() - after)) / POLLS;
      System.out.println("bytes of a held poll: " + bytes);
      assertThat(bytes).isLessThan(MOST_BYTES);
      for (SocketChannel client : clients) {
        client.close();
      }
    }
  }

  private static void poll(Harness harness, List<SocketChannel> clients, int polls)
      throws Exception {
    String extension =
        "{\"name\": \"%s\", \"category\": \"envoy.filters\"},".formatted("x".repeat(100));
    for (int i = 0; i < polls; i++) {
      String body =
          "{\"node\": {\"id\": \"envoy-%d\", \"cluster\": \"lab\", \"extensions\": [%s{}]}, \"resource_names\": [\"none\"]}"
              .formatted(clients.size(), extension.repeat(516));
      SocketChannel client =
          SocketChannel.open(new InetSocketAddress("127.0.0.1", harness.server.port()));
      clients.add(client);
      ByteBuffer bytes =
          ByteBuffer.wrap(
              request("/v3/discovery:endpoints", body).getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        client.write(bytes);
      }
      harness.await(StreamEvent.Requested.class, event -> true);
    }
  }

  /** Heap after collections, and direct memory that is in use. */
  private static long used() throws InterruptedException {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      heap = Math.min(heap, runtime.totalMemory() - runtime.freeMemory());
    }
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return heap + direct + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }
}
