package io.binnacle.app.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Times, counted in buckets that are at most 3 % wide, so that any number of them takes the same
 * memory. Safe for all threads.
 */
final class Histogram {

  /** Buckets for each doubling. */
  private static final int FINE_BITS = 5;

  private static final int FINE = 1 << FINE_BITS;
  private static final double ALL = 100;

  private final AtomicLongArray counts = new AtomicLongArray((Long.SIZE - FINE_BITS + 1) * FINE);
  private final LongAccumulator most = new LongAccumulator(Math::max, 0);

  void record(long nanos) {
    long micros = TimeUnit.NANOSECONDS.toMicros(Math.max(0, nanos));
    counts.incrementAndGet(bucket(micros));
    most.accumulate(micros);
  }

  long count() {
    long count = 0;
    for (int i = 0; i < counts.length(); i++) {
      count += counts.get(i);
    }
    return count;
  }

  /**
   * The time that so many percent do not exceed, in milliseconds; 0 when there are none.
   *
   * @param percent from 0 to 100
   */
  double percentile(double percent) {
    long rank = (long) Math.ceil(count() * percent / ALL);
    long seen = 0;
    for (int i = 0; i < counts.length() && rank > 0; i++) {
      seen += counts.get(i);
      if (seen >= rank) {
        return millis(Math.min(highest(i), most.get()));
      }
    }
    return 0;
  }

  double max() {
    return millis(most.get());
  }

  private static double millis(long micros) {
    return micros / 1_000.0;
  }

  /** Values below {@link #FINE} stand for themselves; above, doublings are cut in that many. */
  private static int bucket(long micros) {
    int doublings = Long.SIZE - FINE_BITS - 1 - Long.numberOfLeadingZeros(micros | FINE - 1);
    return doublings < 0 ? (int) micros : (doublings << FINE_BITS) + (int) (micros >>> doublings);
  }

  /** The highest value of a bucket. */
  private static long highest(int bucket) {
    int doublings = (bucket >>> FINE_BITS) - 1;
    if (doublings <= 0) {
      return bucket;
    }
    return ((long) (bucket - (doublings << FINE_BITS)) + 1 << doublings) - 1;
  }
}
