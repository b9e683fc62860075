package io.binnacle.server.armeria.guard;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends connections whose peer begins something and does not finish it (B-9): a TLS handshake, the
 * choice of a protocol, a request over HTTP/1.1 with its body, a frame of HTTP/2 with those that
 * continue it. Bytes alone prove nothing: one every few seconds would hold a connection for ever.
 *
 * <p>A connection begins with something to finish. {@link #complete} is called when that is
 * finished; the next byte begins the next. Where nothing is begun no time runs: a held poll, a
 * stream, or keep-alive between two requests, which end by B-8. A frame of HTTP/2 that stands still
 * is left to that too, since a peer that is silent is pinged, so time is looked at only when more
 * bytes come. Touched by the connection's event loop only.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {

  private final GuardedConnection connection;
  private final long timeNanos;
  private boolean begun = true;

  /** Whether nothing was read of it so far, since it waits for its turn ({@link Newcomers}). */
  private boolean waits;

  private boolean timed = true;
  private long beganAt;
  private @Nullable Future<?> check;

  RequestDeadline(GuardedConnection connection) {
    this.connection = connection;
    this.timeNanos = connection.options().requestTime().toNanos();
  }

  /** What was begun is complete. */
  void complete() {
    begun = false;
  }

  /** From now on it speaks HTTP/2. */
  void isHttp2() {
    timed = false;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    waits = !ctx.channel().config().isAutoRead();
    beganAt = GuardedConnection.now(ctx);
    checkIn(ctx, timeNanos);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (check != null) {
      check.cancel(false);
      check = null;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) {
    if (!begun || waits) {
      begun = true;
      waits = false;
      beganAt = GuardedConnection.now(ctx);
    }
    ctx.fireChannelRead(bytes);
    if (!begun) {
      return;
    }
    if (timed && check == null) {
      checkIn(ctx, timeNanos);
    } else if (isLate(ctx)) {
      connection.end(ctx, GuardReason.SLOW_REQUEST);
    }
  }

  private boolean isLate(ChannelHandlerContext ctx) {
    return GuardedConnection.now(ctx) - beganAt >= timeNanos;
  }

  private void checkIn(ChannelHandlerContext ctx, long nanos) {
    check = ctx.executor().schedule(() -> check(ctx), nanos, TimeUnit.NANOSECONDS);
  }

  private void check(ChannelHandlerContext ctx) {
    check = null;
    if (!begun || !timed || !ctx.channel().isActive()) {
      return;
    }
    if (waits) {
      waits = !ctx.channel().config().isAutoRead();
      beganAt = GuardedConnection.now(ctx);
      checkIn(ctx, timeNanos);
    } else if (isLate(ctx)) {
      connection.end(ctx, GuardReason.SLOW_REQUEST);
    } else {
      checkIn(ctx, timeNanos - (GuardedConnection.now(ctx) - beganAt));
    }
  }
}
