package io.binnacle.server.status;

import io.binnacle.server.status.ServerStatus.NodeKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last streams of nodes that have left, as long as people may ask for them (ST-1). In the order
 * of leaving, so that the oldest are at the front. Safe from any thread.
 */
final class DepartedNodes {

  static final int MOST = 10_000;
  private static final int LONGEST_ID = 4_096;
  static final Duration KEPT = Duration.ofMinutes(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<NodeKey, NodeStatus> left = new LinkedHashMap<>();

  /** A stream ended; it may be the node's last one, or not. */
  void left(StreamStatus stream, Instant now) {
    NodeKey key = NodeKey.of(stream.stream());
    if (key.nodeId().length() > LONGEST_ID) {
      return; // B-3: nobody would ask for it
    }
    List<StreamStatus> last = List.of(stream.withSmallNode());
    NodeStatus status = new NodeStatus(key.nodeId(), key.group(), "", last, now);
    lock.lock();
    try {
      forget(now);
      left.remove(key);
      left.put(key, status);
      if (left.size() > MOST) {
        left.remove(left.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Those that left within the time that they are kept; some may be back. */
  List<NodeStatus> since(Instant now) {
    lock.lock();
    try {
      forget(now);
      return List.copyOf(left.values());
    } finally {
      lock.unlock();
    }
  }

  private void forget(Instant now) {
    Instant oldest = now.minus(KEPT);
    var oldestFirst = left.values().iterator();
    while (oldestFirst.hasNext()) {
      Instant gone = oldestFirst.next().goneSince();
      if (gone != null && gone.isAfter(oldest)) {
        return;
      }
      oldestFirst.remove();
    }
  }
}
