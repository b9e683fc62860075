package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.server.limit.PeerNames;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many discovery streams and polls a connection has (B-3). Safe from any thread. */
final class ConnectionStreams {

  private static final AttributeKey<ConnectionStreams> KEY =
      AttributeKey.valueOf(ConnectionStreams.class, "STREAMS");

  private final AtomicInteger count = new AtomicInteger();
  private final String peer;
  private volatile long lastEnd = System.nanoTime();

  private ConnectionStreams(String peer) {
    this.peer = peer;
  }

  /** As whom the connection counts where each peer has a share. */
  String peer() {
    return peer;
  }

  /** Those of the connection that a request came on. */
  static ConnectionStreams of(ServiceRequestContext ctx) {
    Channel channel = ctx.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    if (channel == null) {
      return new ConnectionStreams(""); // a request without a connection, as tests make them
    }
    ConnectionStreams present = channel.attr(KEY).get();
    if (present != null) {
      return present;
    }
    // once for a connection: the certificate is parsed for it
    ConnectionStreams created =
        new ConnectionStreams(PeerNames.of(ctx.remoteAddress(), ctx.sslSession()));
    ConnectionStreams other = channel.attr(KEY).setIfAbsent(created);
    return other == null ? created : other;
  }

  void opened() {
    count.incrementAndGet();
  }

  void closed() {
    lastEnd = System.nanoTime();
    count.decrementAndGet();
  }

  /** When the last one ended, or the connection began; by {@link System#nanoTime}. */
  long lastEnd() {
    return lastEnd;
  }

  /** Those of a channel; null where there never was one. */
  static @Nullable ConnectionStreams of(Channel channel) {
    return channel.attr(KEY).get();
  }

  int count() {
    return count.get();
  }
}
