package io.binnacle.server.armeria.guard;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the watch of its protocol into a connection as soon as Armeria has decided which one it is.
 *
 * <p>It decides by the first four bytes, so these go alone: the watch stands before a request or a
 * frame can be complete. Over TLS the handshake decides, and what comes in one read with its end is
 * not watched: not more than a piece of {@link FairTurns}. Touched by the connection's event loop
 * only.
 */
final class ProtocolWatch extends ChannelInboundHandlerAdapter {

  private static final int DECISIVE_BYTES = 4;

  private final GuardedConnection connection;
  private final RequestDeadline deadline;
  private int seen;
  private boolean http1;

  ProtocolWatch(GuardedConnection connection, RequestDeadline deadline) {
    this.connection = connection;
    this.deadline = deadline;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf bytes && seen < DECISIVE_BYTES) {
      int alone = Math.min(bytes.readableBytes(), DECISIVE_BYTES - seen);
      seen += alone;
      ByteBuf first = bytes.readRetainedSlice(alone);
      ctx.fireChannelRead(first);
      watch(ctx);
      if (!bytes.isReadable()) {
        bytes.release();
        return;
      }
    }
    ctx.fireChannelRead(message);
    if (!ctx.isRemoved()) {
      watch(ctx);
    }
  }

  private void watch(ChannelHandlerContext ctx) {
    ChannelPipeline pipeline = ctx.pipeline();
    ChannelHandlerContext http2 = pipeline.context(Http2ConnectionHandler.class);
    if (http2 != null) {
      watchFrames(http2);
      pipeline.remove(this);
    } else if (!http1) {
      ChannelHandlerContext codec = http1Codec(pipeline);
      if (codec != null) {
        http1 = true; // which may still be upgraded
        pipeline.addAfter(codec.name(), null, new Http1Watch(connection, deadline));
      }
    }
  }

  private void watchFrames(ChannelHandlerContext http2) {
    Http2ConnectionHandler handler = (Http2ConnectionHandler) http2.handler();
    ResetBudget resets = new ResetBudget(connection.options(), GuardedConnection.now(http2));
    ResetStreams kept = new ResetStreams();
    deadline.isHttp2();
    new FrameWatch(handler, connection, deadline, resets, kept).listen();
    http2.pipeline().addAfter(http2.name(), null, kept);
    http2.pipeline().addBefore(http2.name(), null, new UnreadAnswers(connection, resets));
  }

  private static @Nullable ChannelHandlerContext http1Codec(ChannelPipeline pipeline) {
    for (Map.Entry<String, ChannelHandler> each : pipeline) {
      if (each.getValue() instanceof HttpServerUpgradeHandler.SourceCodec) {
        return pipeline.context(each.getValue());
      }
    }
    return null;
  }
}
