package io.binnacle.server.armeria.guard;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Sees each request of an HTTP/1.1 connection: charges it to the connection's turn, and holds what
 * the peer sends while it has many requests whose answers were not written out. (A peer may send
 * requests without waiting for answers, and without reading them.) Touched by the connection's
 * event loop only.
 */
final class Http1Watch extends ChannelDuplexHandler {

  /** Clients that do not wait for an answer are rare, and none needs more at once. */
  private static final int MOST_UNANSWERED = 8;

  private final GuardedConnection connection;
  private final RequestDeadline deadline;
  private int unanswered;

  Http1Watch(GuardedConnection connection, RequestDeadline deadline) {
    this.connection = connection;
    this.deadline = deadline;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest) {
      connection.turns().charge(FairTurns.CALL);
    }
    if (message instanceof LastHttpContent) {
      deadline.complete();
      unanswered++;
      if (unanswered >= MOST_UNANSWERED) {
        connection.turns().hold();
      }
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof LastHttpContent && !isInterim(message)) {
      ctx.write(message, promise.unvoid().addListener(written -> answered(ctx)));
    } else {
      ctx.write(message, promise);
    }
  }

  /** "100 Continue" is no answer yet. */
  private static boolean isInterim(Object message) {
    return message instanceof HttpResponse response
        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }

  private void answered(ChannelHandlerContext ctx) {
    unanswered--;
    if (unanswered < MOST_UNANSWERED) {
      connection.turns().release(ctx);
    }
  }
}
