package io.binnacle.server.internal.poll;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.poll.Poll;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.core.server.internal.poll.PollLedger;
import io.binnacle.server.internal.stream.NameLookups;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamSnapshot;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Who polls for the same again and again: to status and events one "stream" from its first poll
 * until it has not polled for a while. Safe from any thread, since its polls may come over
 * connections of several loops.
 */
final class PollClient {

  /**
   * What distinguishes clients, since polling has no stream that would.
   *
   * @param host without port, since a client uses several connections
   */
  record Key(String nodeId, String host, Variant variant, ResourceType type, ContentHash names) {}

  private static final long BASE_BYTES = 2_000;
  private static final long NAME_BYTES = 220;

  /** Parsed messages take so many times the bytes that they have on the wire. */
  private static final int PARSED = 4;

  private final Key key;
  private final long since;
  private final ReentrantLock lock = new ReentrantLock();
  private final PollLedger ledger;
  private final PollLookups lookups;
  private final Holding holding;
  private StreamInfo info;
  private String heldReason = "";
  private long seen;
  private int open;

  PollClient(
      Key key,
      StreamInfo info,
      Poll first,
      NameLookups names,
      Consumer<PollClient> onLookedUp,
      Holding holding,
      long now) {
    this.key = key;
    this.holding = holding;
    this.info = info;
    this.ledger = new PollLedger(first);
    this.lookups =
        new PollLookups(names, first.type(), first.names(), () -> onLookedUp.accept(this));
    this.since = now;
    this.seen = now;
  }

  /** It is forgotten; called once. */
  void forgotten() {
    lookups.leave();
    holding.close();
  }

  /** What it asks for and its group may not hold. */
  PollLookups lookups() {
    return lookups;
  }

  Key key() {
    return key;
  }

  StreamInfo info() {
    lock.lock();
    try {
      return info;
    } finally {
      lock.unlock();
    }
  }

  /** Estimated bytes that are kept of a client between its polls (B-3). */
  static long bytesOf(Poll poll, Node node) {
    return BASE_BYTES + nodeBytes(node) + poll.namesCount() * NAME_BYTES;
  }

  private static long nodeBytes(Node node) {
    return (long) node.getSerializedSize() * PARSED;
  }

  /** The node of a poll; the one that is kept where it is the same, or there is no room for it. */
  Node node(Node ofPoll) {
    lock.lock();
    try {
      long bytes = holding.bytes() + nodeBytes(ofPoll) - nodeBytes(info.node());
      if (!info.node().equals(ofPoll) && holding.hold(bytes) == null) {
        info =
            new StreamInfo(
                info.id(), info.variant(), info.onlyType(), info.peer(), ofPoll, info.group());
      }
      return info.node();
    } finally {
      lock.unlock();
    }
  }

  void begins(long now) {
    lock.lock();
    try {
      open++;
      seen = now;
    } finally {
      lock.unlock();
    }
  }

  void ends(long now) {
    lock.lock();
    try {
      open--;
      seen = now;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it holds no poll and has not polled since then. */
  boolean isIdleSince(long time) {
    lock.lock();
    try {
      return open == 0 && seen - time <= 0;
    } finally {
      lock.unlock();
    }
  }

  Answer asked(DiscoveryRequest request) {
    lock.lock();
    try {
      return ledger.asked(request);
    } finally {
      lock.unlock();
    }
  }

  void held(Poll poll) {
    lock.lock();
    try {
      ledger.held(poll);
    } finally {
      lock.unlock();
    }
  }

  void answered(Poll poll, PollAnswer answer) {
    lock.lock();
    try {
      ledger.answered(poll, answer);
    } finally {
      lock.unlock();
    }
  }

  /**
   * What its node is served was decided.
   *
   * @return whether that is news
   */
  boolean assigned(String group, String reason, boolean first) {
    lock.lock();
    try {
      boolean same = info.group().equals(group) && heldReason.equals(reason) && !first;
      heldReason = reason;
      info = same ? info : info.served(group);
      return !same;
    } finally {
      lock.unlock();
    }
  }

  StreamSnapshot snapshot(long now) {
    lock.lock();
    try {
      return new StreamSnapshot(info, heldReason, now - since, List.of(ledger.status()), List.of());
    } finally {
      lock.unlock();
    }
  }
}
