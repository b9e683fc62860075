package io.binnacle.server.armeria.guard;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Sees each frame of an HTTP/2 connection when it is complete: charges it to the connection's turn,
 * and counts resets. Touched by the connection's event loop only.
 */
final class FrameWatch extends Http2FrameListenerDecorator {

  /**
   * A client that heeds MAX_CONCURRENT_STREAMS never comes to it. One that does not is recognized
   * by the service what the limit is (B-3), as long as it is not far above it: then its streams are
   * reset.
   */
  private static final int ABOVE_THE_LIMIT = 1_000;

  private final Http2ConnectionHandler handler;
  private final GuardedConnection connection;
  private final RequestDeadline deadline;
  private final ResetBudget resets;
  private final ResetStreams kept;
  private final int mostStreams;

  FrameWatch(
      Http2ConnectionHandler handler,
      GuardedConnection connection,
      RequestDeadline deadline,
      ResetBudget resets,
      ResetStreams kept) {
    super(handler.decoder().frameListener());
    this.handler = handler;
    this.connection = connection;
    this.deadline = deadline;
    this.resets = resets;
    this.kept = kept;
    int announced = handler.connection().remote().maxActiveStreams();
    this.mostStreams = Math.min(announced, Integer.MAX_VALUE - ABOVE_THE_LIMIT) + ABOVE_THE_LIMIT;
  }

  /** Begins. */
  void listen() {
    handler.decoder().frameListener(this);
    handler.connection().remote().maxActiveStreams(mostStreams);
  }

  private void came(int price) {
    deadline.complete();
    connection.turns().charge(price);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream)
      throws Http2Exception {
    came(FairTurns.MESSAGE);
    return super.onDataRead(ctx, streamId, data, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    came(FairTurns.CALL + headers.size());
    super.onHeadersRead(ctx, streamId, headers, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    came(FairTurns.CALL + headers.size());
    super.onHeadersRead(
        ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode)
      throws Http2Exception {
    came(FairTurns.MESSAGE);
    if (resets.take(GuardedConnection.now(ctx))) {
      kept.resetting();
      super.onRstStreamRead(ctx, streamId, errorCode);
    } else {
      connection.end(ctx, GuardReason.RESETS);
    }
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext ctx,
      int streamId,
      int streamDependency,
      short weight,
      boolean exclusive)
      throws Http2Exception {
    came(FairTurns.TRIFLE);
    super.onPriorityRead(ctx, streamId, streamDependency, weight, exclusive);
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings)
      throws Http2Exception {
    came(FairTurns.MESSAGE);
    super.onSettingsRead(ctx, settings);
  }

  @Override
  public void onSettingsAckRead(ChannelHandlerContext ctx) throws Http2Exception {
    came(FairTurns.TRIFLE);
    handler.connection().remote().maxActiveStreams(mostStreams); // the codec has just lowered it
    super.onSettingsAckRead(ctx);
  }

  @Override
  public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
    came(FairTurns.TRIFLE);
    super.onPingRead(ctx, data);
  }

  @Override
  public void onPingAckRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
    came(FairTurns.TRIFLE);
    super.onPingAckRead(ctx, data);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment)
      throws Http2Exception {
    came(FairTurns.TRIFLE);
    super.onWindowUpdateRead(ctx, streamId, increment);
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext ctx, byte frameType, int streamId, Http2Flags flags, ByteBuf payload)
      throws Http2Exception {
    came(FairTurns.TRIFLE);
    super.onUnknownFrame(ctx, frameType, streamId, flags, payload);
  }
}
