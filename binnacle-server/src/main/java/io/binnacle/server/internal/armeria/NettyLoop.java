package io.binnacle.server.internal.armeria;

import io.binnacle.server.internal.threads.Loop;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** The event loop of a connection; equal when the event loop is the same. */
record NettyLoop(EventLoop eventLoop) implements Loop {

  @Override
  public void execute(Runnable task) {
    eventLoop.execute(task);
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    var scheduled = eventLoop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public long now() {
    return System.nanoTime();
  }
}
