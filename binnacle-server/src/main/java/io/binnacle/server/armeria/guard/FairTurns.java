package io.binnacle.server.armeria.guard;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Lets a connection take turns with the others of its event loop (B-9).
 *
 * <p>What a peer sent is handed on in small pieces, and what it made us do is charged: the bytes
 * here, the frames and requests where they are read. When a turn's budget is spent, the rest waits
 * until the loop has looked at its other connections, and nothing more is read meanwhile. So the
 * neighbours of a flood wait for one turn of it, some milliseconds, not for all of it; and a
 * connection that has the loop for itself loses nothing. Without this a loop takes up to a megabyte
 * from one connection before it looks at the next: 40,000 calls that are reset.
 *
 * <p>Holds what the loop read before it could be stopped, at most one round of reads. Touched by
 * the connection's event loop only.
 */
final class FairTurns extends ChannelInboundHandlerAdapter {

  /** So that one piece is not much more than a turn, whatever is in it. */
  private static final int PIECE_BYTES = 16 << 10;

  /** Some milliseconds of work; a call costs {@link #CALL}. */
  private static final int BUDGET = 1_024;

  /** Prices: a call that is opened, a message or the end of a call, and whatever is cheap. */
  static final int CALL = 16;

  static final int MESSAGE = 4;
  static final int TRIFLE = 1;
  private static final int BYTES_FOR_ONE = 64;

  private final Queue<ByteBuf> waiting = new ArrayDeque<>(2);
  private int budget = BUDGET;
  private boolean turnOver;
  private boolean held;
  private boolean over;
  private boolean stopped;

  /** What was handed on makes us do this much. */
  void charge(int price) {
    budget -= price;
  }

  /** Nothing more is handed on until {@link #release}. */
  void hold() {
    held = true;
  }

  void release(ChannelHandlerContext any) {
    if (held) {
      held = false;
      ChannelHandlerContext ctx = any.pipeline().context(this);
      if (ctx != null) {
        endTurn(ctx);
      }
    }
  }

  /** Nothing more is handed on, ever. */
  void end() {
    over = true;
    dropAll();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf bytes) {
      waiting.add(bytes);
      handOn(ctx);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!turnOver) {
      budget = BUDGET;
    }
    ctx.fireChannelReadComplete();
  }

  private void handOn(ChannelHandlerContext ctx) {
    while (!waiting.isEmpty() && budget > 0 && !held && !over) {
      ByteBuf piece = nextPiece();
      charge(piece.readableBytes() / BYTES_FOR_ONE);
      ctx.fireChannelRead(piece);
    }
    if (over) {
      dropAll();
    }
    if (budget <= 0) {
      endTurn(ctx);
    }
    if (held || turnOver) {
      stopReading(ctx);
    }
  }

  private ByteBuf nextPiece() {
    ByteBuf first = waiting.element();
    if (first.readableBytes() <= PIECE_BYTES) {
      return waiting.remove();
    }
    return first.readRetainedSlice(PIECE_BYTES);
  }

  /**
   * What is scheduled comes behind the loop's next look at all connections, what is executed not.
   */
  private void endTurn(ChannelHandlerContext ctx) {
    if (!turnOver) {
      turnOver = true;
      ctx.executor().schedule(() -> nextTurn(ctx), 0, TimeUnit.NANOSECONDS);
    }
  }

  private void nextTurn(ChannelHandlerContext ctx) {
    turnOver = false;
    budget = BUDGET;
    if (ctx.isRemoved()) {
      return;
    }
    handOn(ctx);
    ctx.fireChannelReadComplete();
    if (stopped && !held && !turnOver) {
      stopped = false;
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** Armeria stops reading too, of itself; what it stopped is not begun here. */
  private void stopReading(ChannelHandlerContext ctx) {
    if (ctx.channel().config().isAutoRead()) {
      stopped = true;
      ctx.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    dropAll();
  }

  private void dropAll() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
