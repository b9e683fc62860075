package io.binnacle.server.status;

import static java.util.Comparator.comparing;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How one node stands, over all its streams (ST-1). Several clients that give the same id are one
 * node here, and each stream is listed.
 *
 * @param nodeId as the client names it; may be empty, and may hold any character
 * @param group what it is served; empty when it is served nothing
 * @param heldReason why it is served nothing; empty when it is served
 * @param streams those that are open, oldest first; when there are none, the last one
 * @param goneSince when the last stream ended; null while one is open
 */
public record NodeStatus(
    String nodeId,
    String group,
    String heldReason,
    List<StreamStatus> streams,
    @Nullable Instant goneSince) {

  public NodeStatus {
    streams = List.copyOf(streams);
  }

  /** Whether it has an open stream. */
  public boolean isConnected() {
    return goneSince == null;
  }

  /** The worst state of all types; SYNCED when it has asked for nothing yet; or DISCONNECTED. */
  public SyncState state() {
    if (!isConnected()) {
      return SyncState.DISCONNECTED;
    }
    return types().values().stream()
        .map(TypeStatus::state)
        .max(comparing(Enum::ordinal))
        .orElse(SyncState.SYNCED);
  }

  /** Per type, in push order, how it stands on the stream where it stands worst. */
  public Map<ResourceType, TypeStatus> types() {
    Map<ResourceType, TypeStatus> worst = new TreeMap<>();
    for (StreamStatus stream : streams) {
      for (TypeStatus type : stream.types()) {
        worst.merge(type.type(), type, NodeStatus::worse);
      }
    }
    return worst;
  }

  private static TypeStatus worse(TypeStatus a, TypeStatus b) {
    return b.state().compareTo(a.state()) > 0 ? b : a;
  }
}
