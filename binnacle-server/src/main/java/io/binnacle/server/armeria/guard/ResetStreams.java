package io.binnacle.server.armeria.guard;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Keeps a connection when its peer resets a stream that has something unsent.
 *
 * <p>What waits for the peer's window fails then, and Armeria takes a write that fails for a
 * connection that is broken: it sends GOAWAY and ends all streams. A client without ADS has a
 * stream per resource on one connection (ED-50), and would lose all of them with the one that it
 * gives up. The write fails while what the peer sent is read, so a close that comes behind a reset
 * and before the end of that is not passed on. Stands behind the HTTP/2 codec. Touched by the
 * connection's event loop only.
 */
final class ResetStreams extends ChannelDuplexHandler {

  /** Nobody looks at it, so it needs no stack of its own. */
  private static final IllegalStateException KEPT =
      new IllegalStateException("one stream was reset; its connection is not closed for that");

  private boolean resetting;

  /** The peer's reset of a stream is being read. */
  void resetting() {
    resetting = true;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    resetting = false;
    ctx.fireChannelReadComplete();
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (resetting) {
      promise.tryFailure(KEPT);
    } else {
      ctx.close(promise);
    }
  }
}
