package io.binnacle.server.catalog;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The side of a {@link Publication} that streams report to. Safe from any thread, and without a
 * lock: the loops of a thousand streams report at the same time.
 *
 * <p>It is settled when everyone who was expected to look at it has done so, and no stream is
 * pending. Streams are reported by those who were expected and have not said yet that they looked,
 * so once that is so it stays so.
 */
public final class PublicationProgress implements Publication {

  /** One stream that a publish concerns, as the stream holds it; changed by its loop only. */
  public static final class Concerned {
    private final String nodeId;
    private final long streamId;

    /** Holds the outcome as a whole, so that nobody sees half of it. */
    private volatile @Nullable NodeState done;

    private Concerned(String nodeId, long streamId) {
      this.nodeId = nodeId;
      this.streamId = streamId;
    }

    private NodeState toState() {
      NodeState state = done;
      return state != null ? state : new NodeState(nodeId, streamId, State.PENDING, "");
    }
  }

  private final String group;
  private final Queue<Concerned> streams = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Result> settled = new CompletableFuture<>();

  /** Those who are still to look, and the streams that are pending. */
  private final AtomicInteger open = new AtomicInteger();

  PublicationProgress(String group) {
    this.group = group;
  }

  /** A publish that changed nothing, and so concerns nobody. */
  static Publication ofNothing(String group) {
    PublicationProgress nothing = new PublicationProgress(group);
    nothing.expect();
    nothing.looked();
    return nothing;
  }

  /** Somebody is going to look which of his streams it concerns. */
  public void expect() {
    open.incrementAndGet();
  }

  /** Somebody who was expected has looked. */
  public void looked() {
    closeOne();
  }

  /**
   * It concerns this stream, which has not answered yet.
   *
   * @return to be given to {@link #done} once
   */
  public Concerned pending(String nodeId, long streamId) {
    Concerned stream = new Concerned(nodeId, streamId);
    open.incrementAndGet();
    streams.add(stream);
    return stream;
  }

  /** A pending stream is done with it; no effect when it was before. On the stream's loop. */
  public void done(Concerned stream, State state, String message) {
    if (stream.done == null) {
      stream.done = new NodeState(stream.nodeId, stream.streamId, state, message);
      closeOne();
    }
  }

  private void closeOne() {
    if (open.decrementAndGet() == 0) {
      settled.complete(soFar());
    }
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public Result soFar() {
    boolean all = open.get() == 0; // before the states, which may settle meanwhile
    return new Result(group, all, streams.stream().map(Concerned::toState).toList());
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
}
