package io.binnacle.server.internal.stream;

import io.binnacle.core.server.RequestFacts;
import io.binnacle.core.server.internal.session.Footprint;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.limit.Shortage;
import org.jspecify.annotations.Nullable;

/**
 * What one stream makes this server keep, in bytes of its {@link Holding}: the stream itself, its
 * node, its types and names, and what has come of a request that is not whole (B-3). An ACK costs
 * nothing here. Owned by the stream's loop.
 */
final class StreamUse {

  /** A stream that is served, beside its headers: its state, and what its answers leave. */
  private static final long SERVED = 4_000;

  /** Parsed messages take so many times the bytes that they have on the wire. */
  private static final int PARSED = 4;

  private static final long PER_TYPE = 2_000;

  /** A name: the string, and its places in sets and books. */
  private static final long PER_NAME = 220;

  private final Holding holding;
  private final ServerSession session;
  private final long base;
  private long node;
  private long asked;
  private long buffered;

  /** Whether a type was asked for that is not answered. */
  private boolean mayShrink;

  StreamUse(Holding holding, ServerSession session) {
    this.holding = holding;
    this.session = session;
    this.base = holding.bytes();
  }

  /**
   * A request was taken over.
   *
   * @return why the stream may not go on with what it holds now; null when it may
   */
  @Nullable Shortage requested(RequestFacts facts) {
    if (facts.firstOfStream()) {
      node = SERVED + (long) session.node().getSerializedSize() * PARSED;
    }
    if (!facts.firstOfType() && facts.added().isEmpty() && facts.removed().isEmpty()) {
      return null;
    }
    mayShrink |= facts.firstOfType();
    measure();
    return book();
  }

  /** All is answered: what the client listed as held was compared, and is kept no more. */
  void answered() {
    if (mayShrink) {
      mayShrink = false;
      measure();
      book(); // not more than before
    }
  }

  private void measure() {
    Footprint footprint = session.footprint();
    asked =
        footprint.types() * PER_TYPE + footprint.names() * PER_NAME + footprint.characters() * 2;
  }

  /**
   * So many bytes of requests wait until they are whole.
   *
   * @return as {@link #requested}
   */
  @Nullable Shortage buffered(long bytes) {
    buffered = bytes;
    return book();
  }

  private @Nullable Shortage book() {
    return holding.hold(base + node + asked + buffered);
  }

  void end() {
    holding.close();
  }
}
