package io.binnacle.server.armeria.guard;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Lets the new connections of one event loop begin a few at a time, in the order in which they came
 * (B-9).
 *
 * <p>After a restart all clients come back at once. Read together, all of their handshakes and
 * first requests would be begun before one of them is answered: the memory of all is in use at the
 * same time, and the last client waits no less because the first one waits as long. So a connection
 * is not read before its turn: a few begin, the loop looks at all of its connections and does what
 * they sent, then the next few begin. What a client sends while it waits stays in the system's
 * buffers, and holds its sender back.
 *
 * <p>Nobody waits for a client that is slow: the next turn comes when the loop has looked, whether
 * those before have finished or not, and a loop with nothing to do looks some thousand times a
 * second. Touched by its event loop only.
 */
final class Newcomers {

  /** Some tens of milliseconds of work, with TLS and with requests of a thousand names. */
  static final int EACH_TURN = 8;

  private final EventLoop loop;
  private final Queue<Channel> waiting = new ArrayDeque<>();

  /** Those that have begun since the loop looked. */
  private int begun;

  Newcomers(EventLoop loop) {
    this.loop = loop;
  }

  /** Takes a connection before anything is read of it: it begins now, or waits for its turn. */
  void add(Channel connection) {
    if (begun < EACH_TURN) {
      if (begun == 0) {
        endTurn();
      }
      begun++;
    } else {
      connection.config().setAutoRead(false);
      waiting.add(connection);
    }
  }

  /** What is scheduled comes behind the loop's next look at all connections. */
  private void endTurn() {
    loop.schedule(this::nextTurn, 0, TimeUnit.NANOSECONDS);
  }

  private void nextTurn() {
    begun = 0;
    while (begun < EACH_TURN && !waiting.isEmpty()) {
      Channel connection = waiting.remove();
      if (connection.isOpen()) {
        begun++;
        connection.config().setAutoRead(true);
      }
    }
    if (begun > 0) {
      endTurn();
    }
  }
}
