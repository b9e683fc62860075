package io.binnacle.server.limit;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bound of one thing for all peers together, and a share of it for each.
 *
 * <p>A peer may hold at most the share of what the others leave. With a share of one half a peer
 * alone gets half, two greedy ones a third each, ten of them a tenth each at most; something is
 * always left for the next one. Safe from any thread; threads that ask at the same time may each be
 * refused the last bit.
 */
final class Quota {

  enum Grant {
    GIVEN,
    /** All peers together hold too much. */
    FULL,
    /** This one holds its share. */
    SHARE_USED
  }

  private final long limit;
  private final double share;
  private final AtomicLong used = new AtomicLong();

  Quota(long limit, double share) {
    this.limit = limit;
    this.share = share;
  }

  /**
   * Takes an amount, or nothing.
   *
   * @param own what the peer holds of it; null for somebody who has no share
   */
  Grant take(@Nullable AtomicLong own, long amount) {
    long all = used.addAndGet(amount);
    if (all > limit) {
      used.addAndGet(-amount);
      return Grant.FULL;
    }
    if (own == null) {
      return Grant.GIVEN;
    }
    long mine = own.addAndGet(amount);
    if (mine > Math.ceil(share * (limit - (all - mine)))) {
      give(own, amount);
      return Grant.SHARE_USED;
    }
    return Grant.GIVEN;
  }

  /** Gives an amount back. */
  void give(@Nullable AtomicLong own, long amount) {
    used.addAndGet(-amount);
    if (own != null) {
      own.addAndGet(-amount);
    }
  }

  long used() {
    return used.get();
  }
}
