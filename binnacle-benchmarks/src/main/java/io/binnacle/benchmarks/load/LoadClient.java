package io.binnacle.benchmarks.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Many discovery streams over a few connections to one server.
 *
 * <p>Used by one thread; the connections have event loops of their own, shared by all clients.
 */
public final class LoadClient implements AutoCloseable {

  private static final String THREADS = "bench-load";
  private static final EventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(
          2,
          new DefaultThreadFactory(THREADS, true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  private final List<Channel> channels = new ArrayList<>();
  private final List<LoadConnection> connections = new ArrayList<>();
  private final Progress progress;
  private int round;

  /**
   * Opens the streams; {@link #awaitLoaded} says when they are served.
   *
   * @param first what each stream begins with
   * @param resources how many each stream gets
   */
  public LoadClient(
      Variant variant,
      FirstRequest first,
      int port,
      int connectionCount,
      int streams,
      int resources)
      throws InterruptedException {
    List<ChannelFuture> connecting = new ArrayList<>();
    progress = new Progress(connectionCount, resources);
    for (int i = 0; i < connectionCount; i++) {
      int share = streams / connectionCount + (i < streams % connectionCount ? 1 : 0);
      LoadConnection connection = new LoadConnection(variant, first, i, share, progress);
      connections.add(connection);
      Bootstrap bootstrap =
          new Bootstrap()
              .group(LOOPS)
              .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
              .option(ChannelOption.TCP_NODELAY, true)
              .handler(connection);
      connecting.add(bootstrap.connect("127.0.0.1", port));
    }
    for (ChannelFuture connection : connecting) {
      channels.add(connection.sync().channel());
    }
  }

  /**
   * Waits until every stream has got and acknowledged all resources.
   *
   * @return when the last ACK was written, by {@link System#nanoTime}
   */
  public long awaitLoaded(long seconds) throws InterruptedException, TimeoutException {
    return progress.await(seconds);
  }

  /** Begins a round: from now on streams wait for a resource with this marker. */
  public void expect(String marker) throws InterruptedException {
    progress.expect(connections.size());
    round++;
    byte[] bytes = marker.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < connections.size(); i++) {
      LoadConnection connection = connections.get(i);
      int number = round;
      channels.get(i).eventLoop().submit(() -> connection.expect(number, bytes)).sync();
    }
  }

  /**
   * Waits until every stream has got and acknowledged the resource.
   *
   * @return when the last ACK was written, by {@link System#nanoTime}
   */
  public long await(long seconds) throws InterruptedException, TimeoutException {
    return progress.await(seconds);
  }

  /** CPU time that all clients have used so far, in nanoseconds. */
  public static long cpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().startsWith(THREADS)) {
        sum += Math.max(0, threads.getThreadCpuTime(id));
      }
    }
    return sum;
  }

  @Override
  public void close() {
    channels.forEach(Channel::close);
  }
}
