package io.binnacle.server.catalog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The side of a {@link Publication} that streams report to. Safe from any thread.
 *
 * <p>It is settled when everyone who was expected to look at it has done so, and no stream is
 * pending.
 */
public final class PublicationProgress implements Publication {

  private final String group;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, NodeState> streams = new HashMap<>();
  private final CompletableFuture<Result> settled = new CompletableFuture<>();
  private int expected;
  private int pending;

  PublicationProgress(String group) {
    this.group = group;
  }

  /** A publish that changed nothing, and so concerns nobody. */
  static Publication ofNothing(String group) {
    PublicationProgress nothing = new PublicationProgress(group);
    nothing.settleWhenDone();
    return nothing;
  }

  /** Somebody is going to look which of his streams it concerns. */
  public void expect() {
    lock.lock();
    try {
      expected++;
    } finally {
      lock.unlock();
    }
  }

  /** Somebody who was expected has looked. */
  public void looked() {
    lock.lock();
    try {
      expected--;
    } finally {
      lock.unlock();
    }
    settleWhenDone();
  }

  /** It concerns this stream, which has not answered yet. */
  public void pending(String nodeId, long streamId) {
    lock.lock();
    try {
      streams.put(streamId, new NodeState(nodeId, streamId, State.PENDING, ""));
      pending++;
    } finally {
      lock.unlock();
    }
  }

  /** A pending stream is done with it. */
  public void done(long streamId, State state, String message) {
    lock.lock();
    try {
      NodeState before = streams.get(streamId);
      if (before == null || before.state() != State.PENDING) {
        return;
      }
      streams.put(streamId, new NodeState(before.nodeId(), streamId, state, message));
      pending--;
    } finally {
      lock.unlock();
    }
    settleWhenDone();
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public Result soFar() {
    lock.lock();
    try {
      List<NodeState> nodes = new ArrayList<>(streams.values());
      return new Result(group, expected == 0 && pending == 0, List.copyOf(nodes));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Result within(Duration atMost) throws InterruptedException {
    try {
      return settled.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return soFar();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a publication cannot fail", e);
    }
  }

  @Override
  public CompletableFuture<Result> whenSettled() {
    return settled.copy();
  }

  /** Runs once per stream and answer, so it looks at counts only, and makes the result once. */
  private void settleWhenDone() {
    lock.lock();
    try {
      if (expected > 0 || pending > 0) {
        return;
      }
    } finally {
      lock.unlock();
    }
    if (!settled.isDone()) {
      settled.complete(soFar());
    }
  }
}
