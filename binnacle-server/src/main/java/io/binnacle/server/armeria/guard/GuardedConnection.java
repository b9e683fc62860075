package io.binnacle.server.armeria.guard;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import java.util.concurrent.TimeUnit;

/**
 * What the guards of one connection share: its turns, the clock that it runs by, and its end, which
 * is reported once. Touched by the connection's event loop only.
 */
final class GuardedConnection {

  /** How long a GOAWAY may take to get out; a peer that does not read never takes it. */
  private static final int GOAWAY_MILLIS = 500;

  private final GuardListener listener;
  private final ClosedLog log;
  private final GuardOptions options;
  private final FairTurns turns = new FairTurns();
  private boolean ended;

  GuardedConnection(GuardOptions options, GuardListener listener, ClosedLog log) {
    this.options = options;
    this.listener = listener;
    this.log = log;
  }

  GuardOptions options() {
    return options;
  }

  FairTurns turns() {
    return turns;
  }

  /** By the loop's clock, in nanoseconds. */
  static long now(ChannelHandlerContext ctx) {
    return ctx.executor().ticker().nanoTime();
  }

  /** Ends the connection: with a GOAWAY that holds the reason where it speaks HTTP/2. */
  void end(ChannelHandlerContext ctx, GuardReason reason) {
    if (ended) {
      return;
    }
    ended = true;
    turns.end();
    listener.onClosed(reason);
    log.closed(reason, ctx.channel().remoteAddress(), now(ctx));
    // from the front of the pipeline: what is behind would drain the connection first
    ChannelHandlerContext front = ctx.pipeline().firstContext();
    ChannelHandlerContext http2 = ctx.pipeline().context(Http2ConnectionHandler.class);
    if (http2 == null) {
      front.close();
      return;
    }
    ctx.executor().schedule(() -> front.close(), GOAWAY_MILLIS, TimeUnit.MILLISECONDS);
    goAway(http2, reason).addListener(done -> front.close());
    http2.flush();
    front.flush();
  }

  private static ChannelFuture goAway(ChannelHandlerContext http2, GuardReason reason) {
    Http2ConnectionHandler handler = (Http2ConnectionHandler) http2.handler();
    ByteBuf why = ByteBufUtil.writeUtf8(http2.alloc(), reason.text());
    int last = handler.connection().remote().lastStreamCreated();
    return handler
        .encoder()
        .writeGoAway(http2, last, Http2Error.ENHANCE_YOUR_CALM.code(), why, http2.newPromise());
  }
}
