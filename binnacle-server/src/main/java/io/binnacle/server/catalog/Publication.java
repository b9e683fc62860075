package io.binnacle.server.catalog;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * What became of one publish at the nodes that it concerns: those of whose streams, at that time, a
 * subscription selected a change. It never waits for nodes that come later.
 *
 * <p>Safe from any thread. Do not wait for one on an event loop, that is in a {@link NodeAssigner}
 * or a listener of streams: the answers would come over the loop that waits.
 */
public interface Publication {

  /** How far one stream of a node is. */
  enum State {
    /** It accepted this or a later state of everything that changed for it. */
    ACKED,
    /** It refused a response that carried this or a later state. */
    NACKED,
    /** It went away before it answered. */
    LEFT,
    /** A later publish took the change back before it was sent. */
    SUPERSEDED,
    /** It has not answered yet. */
    PENDING
  }

  /**
   * One stream that the publish concerned. An Envoy without ADS has several (ED-50).
   *
   * @param nodeId as the client gave it; may be empty
   * @param streamId as in the events of the stream
   * @param message the client's own text when it refused; else empty
   */
  record NodeState(String nodeId, long streamId, State state, String message) {}

  /**
   * How far a publish is.
   *
   * @param settled whether no node is pending
   * @param nodes every stream that it concerned, in no order
   */
  record Result(String group, boolean settled, List<NodeState> nodes) {

    /** The streams in one state. */
    public List<NodeState> in(State state) {
      return nodes.stream().filter(node -> node.state() == state).toList();
    }

    /** Whether every node accepted it, went away, or needed it no more. */
    public boolean isAccepted() {
      return settled && in(State.NACKED).isEmpty();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("publish of " + group + ":");
      for (State state : State.values()) {
        int count = in(state).size();
        text.append(count == 0 ? "" : " " + count + " " + state.name().toLowerCase(Locale.ROOT));
      }
      return nodes.isEmpty() ? text + " concerns no connected node" : text.toString();
    }
  }

  /** The group that was published. */
  String group();

  /** How far it is now. */
  Result soFar();

  /**
   * Waits until every concerned node has answered or gone, but not longer than this.
   *
   * @throws InterruptedException when the waiting thread is interrupted
   */
  Result within(Duration atMost) throws InterruptedException;

  /**
   * Completes when every concerned node has answered or gone; on an event loop, so what depends on
   * it and takes time belongs into a method such as {@code thenAcceptAsync}.
   */
  CompletableFuture<Result> whenSettled();
}
