package io.binnacle.server.limit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What all clients of a server may make it keep, and how much of that one peer may have (B-3).
 *
 * @param memory bytes of the heap that clients may hold, as {@link ClientAccount} estimates them
 * @param peerShare how much of what other peers leave one peer may hold, of memory, streams and
 *     connections each: above 0, up to 1, which is no limit of a peer
 * @param connections open connections of the whole server
 * @param firstRequest how long a stream may stay without its first request
 * @param readTime how long a client may take to read an answer, beside what its size allows
 */
public record ClientLimits(
    long memory, double peerShare, int connections, Duration firstRequest, Duration readTime) {

  /** Half of the heap: the other half is for what is published, and for work on its way. */
  private static final double PART_OF_HEAP = 0.5;

  /** A client that reads slower than this, in bytes a second, counts as one that does not read. */
  private static final int SLOWEST = 64 << 10;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Those of B-3. The memory follows the heap of this process. */
  public static final ClientLimits DEFAULTS =
      new ClientLimits(
          partOfHeap(PART_OF_HEAP), 0.5, 20_000, Duration.ofSeconds(15), Duration.ofMinutes(1));

  public ClientLimits {
    requireNonNull(firstRequest, "firstRequest");
    requireNonNull(readTime, "readTime");
    if (memory <= 0 || connections <= 0) {
      throw new IllegalArgumentException("memory and connections must be positive");
    }
    if (!(peerShare > 0 && peerShare <= 1)) {
      throw new IllegalArgumentException(
          "the share of a peer is above 0 and at most 1, not " + peerShare);
    }
    if (firstRequest.isNegative() || firstRequest.isZero()) {
      throw new IllegalArgumentException("the time for a first request must be positive");
    }
    if (readTime.isNegative() || readTime.isZero()) {
      throw new IllegalArgumentException("the time to read an answer must be positive");
    }
  }

  /** So many bytes are a part of this process's heap, from 0 to 1. */
  public static long partOfHeap(double part) {
    return (long) (Runtime.getRuntime().maxMemory() * part);
  }

  /** These limits with other memory, in bytes. */
  public ClientLimits withMemory(long bytes) {
    return new ClientLimits(bytes, peerShare, connections, firstRequest, readTime);
  }

  /** These limits with another share of one peer; 1 for no limit of a peer. */
  public ClientLimits withPeerShare(double share) {
    return new ClientLimits(memory, share, connections, firstRequest, readTime);
  }

  /** These limits with another number of open connections. */
  public ClientLimits withConnections(int most) {
    return new ClientLimits(memory, peerShare, most, firstRequest, readTime);
  }

  /** These limits with another time for the first request of a stream. */
  public ClientLimits withFirstRequest(Duration within) {
    return new ClientLimits(memory, peerShare, connections, within, readTime);
  }

  /** These limits with another time to read an answer. */
  public ClientLimits withReadTime(Duration within) {
    return new ClientLimits(memory, peerShare, connections, firstRequest, within);
  }

  /** How long a client may take to read so many bytes: the read time, and 1 s for each 64 KiB. */
  public long nanosToRead(long bytes) {
    return readTime.toNanos() + bytes * NANOS_PER_SECOND / SLOWEST;
  }
}
