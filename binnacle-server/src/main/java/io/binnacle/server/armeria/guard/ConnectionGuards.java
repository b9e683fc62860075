package io.binnacle.server.armeria.guard;

import com.linecorp.armeria.server.ServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Guards the connections of a server against peers that make them cost more than they are worth
 * (B-9). Made once for a server; safe from any thread.
 */
public final class ConnectionGuards {

  private final GuardOptions options;
  private final GuardListener listener;
  private final ClosedLog log = new ClosedLog();
  private final Map<EventLoop, Newcomers> newcomers = new ConcurrentHashMap<>();

  /**
   * Guards of one server.
   *
   * @param listener is notified of each connection that was closed
   */
  public ConnectionGuards(GuardOptions options, GuardListener listener) {
    this.options = options;
    this.listener = listener;
  }

  /** Sets what Armeria itself can hold: sizes of headers. It does not say what it is, either. */
  public void addTo(ServerBuilder server) {
    server.http2MaxHeaderListSize(options.maxHeaderBytes());
    server.http1MaxHeaderSize(options.maxHeaderBytes());
    server.disableServerHeader();
    // ours closes without a stack trace in the log, and is reported
    server.http2MaxResetFramesPerWindow(0, 1);
  }

  /** Puts the guards into the pipeline of a new connection, in front of what is there. */
  public void addTo(ChannelPipeline pipeline) {
    Channel channel = pipeline.channel();
    newcomers.computeIfAbsent(channel.eventLoop(), Newcomers::new).add(channel);
    GuardedConnection connection = new GuardedConnection(options, listener, log);
    RequestDeadline deadline = new RequestDeadline(connection);
    pipeline.addFirst(connection.turns(), deadline, new ProtocolWatch(connection, deadline));
  }
}
