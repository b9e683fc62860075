package io.binnacle.server.armeria.guard;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Bounds the answers that a peer forces and does not read (B-9): the ACKs of its PINGs and
 * SETTINGS, and RST_STREAM. No window of HTTP/2 holds these, so they would pile up in front of a
 * socket that takes no more.
 *
 * <p>Netty has this bound for codecs that it makes itself ({@code
 * encoderEnforceMaxQueuedControlFrames}), but Armeria gives it one of its own, which Netty then
 * leaves alone; so what is written is looked at here, in front of the HTTP/2 codec. A reset that
 * answers a fault of the peer counts among the peer's resets as well: it costs the same. Touched by
 * the connection's event loop only.
 */
final class UnreadAnswers extends ChannelOutboundHandlerAdapter {

  private static final int HEADER = 9;
  private static final int ACK = 1;
  private static final int SETTINGS_ACK = HEADER;
  private static final int RESET = HEADER + 4;
  private static final int PING = HEADER + 8;

  private final GuardedConnection connection;
  private final ResetBudget resets;
  private int unread;

  UnreadAnswers(GuardedConnection connection, ResetBudget resets) {
    this.connection = connection;
    this.resets = resets;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf frame && isAnswer(frame)) {
      if (isFault(frame) && !resets.take(GuardedConnection.now(ctx))) {
        connection.end(ctx, GuardReason.RESETS);
      }
      unread++;
      ctx.write(frame, promise.unvoid().addListener(written -> unread--));
      if (unread > connection.options().unreadAnswers()) {
        flushed(ctx);
      }
    } else {
      ctx.write(message, promise);
    }
  }

  /** A peer that reads takes them now; they had only waited for the end of what is being read. */
  private void flushed(ChannelHandlerContext ctx) {
    ctx.flush();
    ctx.channel().unsafe().flush(); // flushes are consolidated on the way
    if (unread > connection.options().unreadAnswers()) {
      connection.end(ctx, GuardReason.UNREAD_ANSWERS);
    }
  }

  /** The codec writes each of them as one buffer. */
  private static boolean isAnswer(ByteBuf frame) {
    int at = frame.readerIndex();
    return switch (frame.readableBytes()) {
      case SETTINGS_ACK ->
          frame.getByte(at + 3) == Http2FrameTypes.SETTINGS && frame.getByte(at + 4) == ACK;
      case RESET -> frame.getByte(at + 3) == Http2FrameTypes.RST_STREAM;
      case PING -> frame.getByte(at + 3) == Http2FrameTypes.PING && frame.getByte(at + 4) == ACK;
      default -> false;
    };
  }

  private static boolean isFault(ByteBuf frame) {
    if (frame.readableBytes() != RESET) {
      return false;
    }
    long code = frame.getUnsignedInt(frame.readerIndex() + HEADER);
    return code != Http2Error.NO_ERROR.code()
        && code != Http2Error.CANCEL.code()
        && code != Http2Error.INTERNAL_ERROR.code();
  }
}
