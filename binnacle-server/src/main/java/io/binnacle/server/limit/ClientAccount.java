package io.binnacle.server.limit;

import io.binnacle.server.internal.Internal;
import io.binnacle.server.limit.Holding.Kind;
import io.binnacle.server.limit.Quota.Grant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is held for all clients of a server, against its {@link ClientLimits}: estimated bytes,
 * streams and connections (B-3). Asked before something is kept, so that new streams and new names
 * are refused long before the heap is full, while what is there goes on.
 *
 * <p>Bytes are an estimate of the heap, rounded up, and not exact: {@link #STREAM_BYTES} and {@link
 * #CONNECTION_BYTES} here, what a stream asks for by its driver. Safe from any thread.
 */
@Internal
public final class ClientAccount {

  /** A stream that has sent its headers. */
  public static final long STREAM_BYTES = 10_000;

  /** A connection without a stream. */
  public static final long CONNECTION_BYTES = 16_000;

  private static final Logger log = LoggerFactory.getLogger(ClientAccount.class);
  private static final long WARNING_NANOS = 60_000_000_000L;
  private static final long MEBIBYTE = 1 << 20;

  private final ClientLimits limits;
  private final int mostStreams;
  private final Quota memory;
  private final Quota streams;
  private final Quota connections;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private final LongSupplier clock;
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong refusedConnections = new AtomicLong();
  private final AtomicLong warnAt;

  /**
   * An account of which nothing is used.
   *
   * @param mostStreams open streams of the whole server
   */
  public ClientAccount(ClientLimits limits, int mostStreams) {
    this(limits, mostStreams, System::nanoTime);
  }

  /**
   * An account with its clock given.
   *
   * @param clock in nanoseconds
   */
  ClientAccount(ClientLimits limits, int mostStreams, LongSupplier clock) {
    this.limits = limits;
    this.mostStreams = mostStreams;
    this.clock = clock;
    this.memory = new Quota(limits.memory(), limits.peerShare());
    this.streams = new Quota(mostStreams, limits.peerShare());
    this.connections = new Quota(limits.connections(), limits.peerShare());
    this.warnAt = new AtomicLong(clock.getAsLong());
  }

  /** What it keeps. */
  public ClientLimits limits() {
    return limits;
  }

  /**
   * One more stream.
   *
   * @param peer as whom it counts; empty for nobody, who has no share
   */
  public Admission stream(String peer) {
    return open(Kind.STREAM, peer, STREAM_BYTES);
  }

  /** One more poll, which holds this much. */
  public Admission poll(String peer, long bytes) {
    return open(Kind.POLL, peer, bytes);
  }

  /** One more connection. */
  public Admission connection(String peer) {
    Admission admission = open(Kind.CONNECTION, peer, CONNECTION_BYTES);
    refusedConnections.addAndGet(admission instanceof Admission.Refused ? 1 : 0);
    return admission;
  }

  private Admission open(Kind kind, String name, long bytes) {
    Peer peer = name.isEmpty() ? null : peers.compute(name, ClientAccount::used);
    Quota quota = quota(kind);
    Grant one = quota == null ? Grant.GIVEN : quota.take(count(kind, peer), 1);
    if (one != Grant.GIVEN) {
      leave(peer);
      return new Admission.Refused(tooMany(kind, one, peer));
    }
    Shortage shortage = grow(peer, bytes);
    if (shortage != null) {
      if (quota != null) {
        quota.give(count(kind, peer), 1);
      }
      leave(peer);
      return new Admission.Refused(shortage);
    }
    return new Admission.Admitted(new Holding(this, kind, peer, bytes));
  }

  @Nullable Shortage grow(@Nullable Peer peer, long bytes) {
    Grant grant = memory.take(peer == null ? null : peer.memory, bytes);
    if (grant == Grant.GIVEN) {
      return null;
    }
    if (grant == Grant.SHARE_USED) {
      return refusal(
          "peer-share",
          nameOf(peer)
              + " holds its share of the memory that this server has for clients; others go on");
    }
    String message =
        "this server holds %d MiB for its clients already, its limit; try again later"
            .formatted(limits.memory() / MEBIBYTE);
    return refusal("memory", message);
  }

  void shrink(@Nullable Peer peer, long bytes) {
    memory.give(peer == null ? null : peer.memory, bytes);
  }

  void close(Kind kind, @Nullable Peer peer, long bytes) {
    shrink(peer, bytes);
    Quota quota = quota(kind);
    if (quota != null) {
      quota.give(count(kind, peer), 1);
    }
    leave(peer);
  }

  private Shortage tooMany(Kind kind, Grant grant, @Nullable Peer peer) {
    String what = kind == Kind.STREAM ? "streams" : "connections";
    if (grant == Grant.SHARE_USED) {
      return refusal(
          "peer-share",
          nameOf(peer) + " has its share of this server's " + what + "; others go on");
    }
    long most = kind == Kind.STREAM ? mostStreams : limits.connections();
    return refusal(
        "too-many-" + what, "this server has " + most + " " + what + " already, its limit");
  }

  /** Reported once a minute, since whoever floods a server is not to flood its log too. */
  private Shortage refusal(String kind, String message) {
    refused.incrementAndGet();
    long now = clock.getAsLong();
    long due = warnAt.get();
    if (now - due >= 0 && warnAt.compareAndSet(due, now + WARNING_NANOS)) {
      log.warn("clients refused: {}, the last: {}", refused.getAndSet(0), message);
    }
    return new Shortage(kind, message);
  }

  private @Nullable Quota quota(Kind kind) {
    return switch (kind) {
      case STREAM -> streams;
      case CONNECTION -> connections;
      case POLL -> null;
    };
  }

  private static @Nullable AtomicLong count(Kind kind, @Nullable Peer peer) {
    return peer == null ? null : kind == Kind.STREAM ? peer.streams : peer.connections;
  }

  private static String nameOf(@Nullable Peer peer) {
    return peer == null ? "this peer" : peer.name;
  }

  private static Peer used(String name, @Nullable Peer present) {
    Peer peer = present == null ? new Peer(name) : present;
    peer.users++;
    return peer;
  }

  private void leave(@Nullable Peer peer) {
    if (peer != null) {
      peers.computeIfPresent(peer.name, (name, present) -> --present.users == 0 ? null : present);
    }
  }

  /** Estimated bytes that are held for clients. */
  public long memory() {
    return memory.used();
  }

  /** Number of open streams. */
  public int streams() {
    return (int) streams.used();
  }

  /** Number of open connections. */
  public int connections() {
    return (int) connections.used();
  }

  /** Number of connections that were refused, ever. */
  public long refusedConnections() {
    return refusedConnections.get();
  }

  /** Number of peers that hold something. */
  int peers() {
    return peers.size();
  }
}
