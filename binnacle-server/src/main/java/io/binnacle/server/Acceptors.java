package io.binnacle.server;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.ThreadFactories;
import com.linecorp.armeria.server.ServerBuilder;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that accepts connections, whose end has no quiet period.
 *
 * <p>When Armeria stops it ends the group that its listening channel belongs to, with Netty's
 * default: an end waits until for 2 s no task came. A listening channel that is closed gets none.
 * The group that is asked is the innermost one, so only a group of the transport's own kind can set
 * otherwise; one that wraps another is not heard. Connections are not of this group, so their last
 * bytes are not touched (B-5).
 */
final class Acceptors extends MultiThreadIoEventLoopGroup {

  private static final int LONGEST_SECONDS = 15;

  private Acceptors(String name, IoHandlerFactory transport) {
    super(1, ThreadFactories.newEventLoopThreadFactory(name, false), transport);
  }

  /** Sets it, where the transport is one that is known here; else Armeria's own stays. */
  static void addTo(ServerBuilder server) {
    IoHandlerFactory transport = transport();
    if (transport != null) {
      server.bossGroupFactory(name -> new Acceptors(name, transport));
    }
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** The same as that of the connections, which are handed on to Armeria's common workers. */
  private static @Nullable IoHandlerFactory transport() {
    return switch (Flags.transportType()) {
      case EPOLL -> EpollIoHandler.newFactory();
      case KQUEUE -> KQueueIoHandler.newFactory();
      case NIO -> NioIoHandler.newFactory();
      case IO_URING -> null;
    };
  }
}
