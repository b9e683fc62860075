package io.binnacle.server.status;

import io.binnacle.core.server.TypeStatus;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamListener;
import io.binnacle.server.stream.StreamSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How every client stands (ST-1): streams by node id and group, asked of their loops at the moment
 * of the question, and those that left within the last ten minutes.
 *
 * <p>Safe from any thread. The answers are completed on an event loop: do not wait for one there,
 * and do what takes time elsewhere ({@code thenAcceptAsync}). Nothing is kept for open streams; of
 * those that ended one per node is kept, of the {@link DepartedNodes#MOST} latest nodes.
 */
public final class ServerStatus implements StreamListener {

  private final Clock clock;
  private final DepartedNodes departed;
  private volatile @Nullable Supplier<CompletableFuture<List<StreamSnapshot>>> streams;

  /** A status whose times come from this clock; to be given to a hub as listener. */
  public ServerStatus(Clock clock) {
    this.clock = clock;
    this.departed = new DepartedNodes();
  }

  /** What gives the streams that are open now: of the server that has this as listener. */
  public void follow(Supplier<CompletableFuture<List<StreamSnapshot>>> openStreams) {
    streams = openStreams;
  }

  @Override
  public void onEvent(StreamEvent event) {
    if (event instanceof StreamEvent.Closed closed) {
      Instant now = clock.instant();
      Instant opened = now.minusNanos(closed.openNanos());
      List<TypeStatus> types = closed.status().stream().map(TypeStatus::disconnected).toList();
      departed.left(new StreamStatus(closed.stream(), opened, types, List.of()), now);
    }
  }

  /** Every stream that is open, oldest first. */
  public CompletableFuture<List<StreamSnapshot>> streams() {
    Supplier<CompletableFuture<List<StreamSnapshot>>> followed = streams;
    return followed == null
        ? CompletableFuture.completedFuture(List.of())
        : followed
            .get()
            .thenApply(
                all -> {
                  List<StreamSnapshot> sorted = new ArrayList<>(all);
                  sorted.sort(Comparator.comparingLong(snapshot -> snapshot.stream().id()));
                  return sorted;
                });
  }

  /** Every node that is connected or left lately, in the order of ids and groups. */
  public CompletableFuture<List<NodeStatus>> nodes() {
    return streams().thenApply(this::byNode);
  }

  private List<NodeStatus> byNode(List<StreamSnapshot> streams) {
    Instant now = clock.instant();
    Map<NodeKey, NodeStatus> nodes = new TreeMap<>();
    departed.since(now).forEach(node -> nodes.put(NodeKey.of(node), node));
    Map<NodeKey, List<StreamSnapshot>> open = new TreeMap<>();
    for (StreamSnapshot stream : streams) {
      open.computeIfAbsent(NodeKey.of(stream.stream()), key -> new ArrayList<>()).add(stream);
    }
    open.forEach((key, ofNode) -> nodes.put(key, connected(key, ofNode)));
    return List.copyOf(nodes.values());
  }

  private NodeStatus connected(NodeKey key, List<StreamSnapshot> streams) {
    Instant now = clock.instant();
    String held =
        streams.stream()
            .map(StreamSnapshot::heldReason)
            .filter(reason -> !reason.isEmpty())
            .findFirst()
            .orElse("");
    List<StreamStatus> all = streams.stream().map(stream -> StreamStatus.of(stream, now)).toList();
    return new NodeStatus(key.nodeId(), key.group(), held, all, null);
  }

  /** What distinguishes nodes. */
  record NodeKey(String nodeId, String group) implements Comparable<NodeKey> {

    private static final Comparator<NodeKey> ORDER =
        Comparator.comparing(NodeKey::nodeId).thenComparing(NodeKey::group);

    static NodeKey of(StreamInfo stream) {
      return new NodeKey(stream.node().getId(), stream.group());
    }

    static NodeKey of(NodeStatus node) {
      return new NodeKey(node.nodeId(), node.group());
    }

    @Override
    public int compareTo(NodeKey other) {
      return ORDER.compare(this, other);
    }
  }
}
