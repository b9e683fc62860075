package io.binnacle.server.catalog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * One stream that a publish concerns, as the stream holds it. Guarded by the publication's lock.
   */
  public static final class Concerned {
    private final String nodeId;
    private final long streamId;
    private State state = State.PENDING;
    private String message = "";

    private Concerned(String nodeId, long streamId) {
      this.nodeId = nodeId;
      this.streamId = streamId;
    }

    private NodeState toState() {
      return new NodeState(nodeId, streamId, state, message);
    }
  }

  private final String group;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Concerned> streams = new ArrayList<>();
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

  /**
   * It concerns this stream, which has not answered yet.
   *
   * @return to be given to {@link #done} once
   */
  public Concerned pending(String nodeId, long streamId) {
    Concerned stream = new Concerned(nodeId, streamId);
    lock.lock();
    try {
      streams.add(stream);
      pending++;
    } finally {
      lock.unlock();
    }
    return stream;
  }

  /** A pending stream is done with it; no effect when it was before. */
  public void done(Concerned stream, State state, String message) {
    boolean last;
    lock.lock();
    try {
      if (stream.state != State.PENDING) {
        return;
      }
      stream.state = state;
      stream.message = message;
      last = --pending == 0;
    } finally {
      lock.unlock();
    }
    if (last) {
      settleWhenDone();
    }
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public Result soFar() {
    lock.lock();
    try {
      List<NodeState> nodes = streams.stream().map(Concerned::toState).toList();
      return new Result(group, expected == 0 && pending == 0, nodes);
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
