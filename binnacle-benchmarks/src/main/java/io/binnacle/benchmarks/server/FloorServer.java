package io.binnacle.benchmarks.server;

import com.google.protobuf.Any;
import com.google.protobuf.MessageLite;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What no server on Netty can beat: it knows no protocol, and writes the same prepared bytes to
 * every stream.
 *
 * <p>Everything is prepared on the control thread; connections write on their event loops.
 */
public final class FloorServer implements MeasuredServer {

  private static final String TYPE_URL = "type.googleapis.com/envoy.config.cluster.v3.Cluster";

  /** Like Armeria's default. */
  private static final int LOOPS = Runtime.getRuntime().availableProcessors() * 2;

  /**
   * What waits for the socket is shared bytes, so there is no reason to stop. (At Netty's default
   * of 64 kB the codec would cut large responses into small frames, each with a promise of its
   * own.)
   */
  private static final WriteBufferWaterMark NEVER_FULL =
      new WriteBufferWaterMark(Integer.MAX_VALUE - 1, Integer.MAX_VALUE);

  private final boolean delta;
  private final Set<FloorConnection> connections = ConcurrentHashMap.newKeySet();
  private final List<Any> clusters = new ArrayList<>();
  private volatile ByteBuf first = frame(DiscoveryResponse.getDefaultInstance());

  private FloorServer(boolean delta) {
    this.delta = delta;
  }

  public static void main(String[] args) throws Exception {
    ServerControl.run(new FloorServer(args[0].equals("delta")));
  }

  @Override
  public int start() throws InterruptedException {
    var loops =
        new MultiThreadIoEventLoopGroup(
            LOOPS, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, NEVER_FULL)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    FloorConnection connection = new FloorConnection(() -> first);
                    connections.add(connection);
                    channel.pipeline().addLast(connection.handler());
                  }
                });
    var bound = bootstrap.bind("127.0.0.1", 0).sync().channel();
    return ((InetSocketAddress) bound.localAddress()).getPort();
  }

  @Override
  public void load(int count) {
    for (int i = 0; i < count; i++) {
      clusters.add(packed(i, 0));
    }
    first = frame(response(0, numbers(count)));
  }

  @Override
  public void push(int cluster, int revision) {
    clusters.set(cluster, packed(cluster, revision));
    ByteBuf bytes =
        frame(response(revision, delta ? new int[] {cluster} : numbers(clusters.size())));
    connections.forEach(connection -> connection.write(bytes.retain()));
    bytes.release();
  }

  @Override
  public void swap(SwapResources resources) {
    throw new UnsupportedOperationException("the floor knows no order");
  }

  private MessageLite response(int revision, int[] numbers) {
    String version = "v" + revision;
    String nonce = Integer.toString(revision + 1);
    if (delta) {
      var response = DeltaDiscoveryResponse.newBuilder().setSystemVersionInfo(version);
      for (int number : numbers) {
        response.addResources(
            Resource.newBuilder()
                .setName(Clusters.name(number))
                .setVersion(version)
                .setResource(clusters.get(number)));
      }
      return response.setTypeUrl(TYPE_URL).setNonce(nonce).build();
    }
    var response = DiscoveryResponse.newBuilder().setVersionInfo(version);
    for (int number : numbers) {
      response.addResources(clusters.get(number));
    }
    return response.setTypeUrl(TYPE_URL).setNonce(nonce).build();
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  private static Any packed(int number, int revision) {
    return Any.newBuilder()
        .setTypeUrl(TYPE_URL)
        .setValue(Clusters.cluster(number, revision).toByteString())
        .build();
  }

  private static ByteBuf frame(MessageLite message) {
    byte[] bytes = message.toByteArray();
    return UnpooledByteBufAllocator.DEFAULT
        .directBuffer(bytes.length + 5)
        .writeByte(0)
        .writeInt(bytes.length)
        .writeBytes(bytes);
  }
}
