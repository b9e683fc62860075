package io.binnacle.benchmarks.client;

import io.binnacle.benchmarks.server.Clusters;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a client has told: the clusters that came, and how often one of them came with a newer
 * revision. What is told again counts for nothing. Safe for all threads.
 */
final class Revisions implements MeasuredClient.Watcher {

  private static final int UNKNOWN = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();
  private final Map<String, Integer> newest = new HashMap<>();
  private int unknown;
  private int changes;

  /** Of the first so many clusters. */
  Revisions(int clusters) {
    for (int i = 0; i < clusters; i++) {
      newest.put(Clusters.name(i), UNKNOWN);
    }
    unknown = clusters;
  }

  @Override
  public void onCluster(String name, int revision) {
    lock.lock();
    try {
      int before = newest.getOrDefault(name, revision);
      if (revision > before) {
        newest.put(name, revision);
        changes += before == UNKNOWN ? 0 : 1;
        unknown -= before == UNKNOWN ? 1 : 0;
        told.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every cluster has come once; how many are missing when the time is over. */
  int awaitAll(long seconds) throws InterruptedException {
    return await(seconds, false, 0);
  }

  /** Waits for so many changes since the beginning; how many are missing when the time is over. */
  int awaitChanges(int expected, long seconds) throws InterruptedException {
    return await(seconds, true, expected);
  }

  private int await(long seconds, boolean ofChanges, int expected) throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(seconds);
    lock.lock();
    try {
      while (left > 0 && missing(ofChanges, expected) > 0) {
        left = told.awaitNanos(left);
      }
      return missing(ofChanges, expected);
    } finally {
      lock.unlock();
    }
  }

  private int missing(boolean ofChanges, int expected) {
    return ofChanges ? expected - changes : unknown;
  }
}
