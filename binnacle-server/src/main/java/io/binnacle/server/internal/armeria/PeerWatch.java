package io.binnacle.server.internal.armeria;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections whose peer is dead (B-8).
 *
 * <p>Only what a peer sends proves that it lives. (Armeria's own keep-alive takes a write of our
 * own for life too, so that a stream that is published to all the time would never notice.) After
 * an interval without a byte an HTTP/2 peer is pinged, and when the timeout passes without one too,
 * the connection is closed and with it its streams. A peer that speaks HTTP/1.1 cannot be pinged
 * and sends nothing while its poll is held (P-5): that has a time of its own, and the silence
 * counts from its end. Touched by the connection's event loop only.
 */
final class PeerWatch extends ChannelInboundHandlerAdapter {

  private static final Logger log = LoggerFactory.getLogger(PeerWatch.class);

  /** Our pings carry it, so that they can be recognized in a trace. */
  private static final long PAYLOAD = 0x62696e6e61636c65L;

  private final long intervalNanos;
  private final long timeoutNanos;
  private long lastRead;
  private boolean pinged;
  private @Nullable Future<?> check;

  PeerWatch(Duration interval, Duration timeout) {
    intervalNanos = interval.toNanos();
    timeoutNanos = timeout.toNanos();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    lastRead = System.nanoTime();
    checkIn(ctx, intervalNanos);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (check != null) {
      check.cancel(false);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) {
    lastRead = System.nanoTime();
    pinged = false;
    ctx.fireChannelRead(bytes);
  }

  private void checkIn(ChannelHandlerContext ctx, long nanos) {
    check = ctx.executor().schedule(() -> check(ctx), nanos, TimeUnit.NANOSECONDS);
  }

  private void check(ChannelHandlerContext ctx) {
    if (!ctx.channel().isActive()) {
      return;
    }
    long silent = System.nanoTime() - lastSign(ctx);
    if (silent < intervalNanos) {
      checkIn(ctx, intervalNanos - silent);
    } else if (!pinged) {
      pinged = true;
      ping(ctx);
      checkIn(ctx, timeoutNanos);
    } else {
      log.debug("connection {}: silent since {} ms, closed", ctx.channel(), silent / 1_000_000);
      ctx.close();
    }
  }

  private long lastSign(ChannelHandlerContext ctx) {
    ConnectionStreams polls = ConnectionStreams.of(ctx.channel());
    if (polls == null || ctx.pipeline().get(Http2ConnectionHandler.class) != null) {
      return lastRead;
    }
    long end = polls.count() > 0 ? System.nanoTime() : polls.lastEnd();
    return end - lastRead > 0 ? end : lastRead;
  }

  /** A peer that speaks no HTTP/2 cannot be pinged. */
  private static void ping(ChannelHandlerContext ctx) {
    Http2ConnectionHandler http2 = ctx.pipeline().get(Http2ConnectionHandler.class);
    if (http2 != null) {
      ChannelHandlerContext at = ctx.pipeline().context(http2);
      http2.encoder().writePing(at, false, PAYLOAD, at.newPromise());
      at.flush();
    }
  }
}
