package io.binnacle.server.status;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.server.stream.StreamInfo;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Streams that tests talk about. */
final class Streams {

  private Streams() {}

  static StreamInfo info(long id, String nodeId, String group) {
    Node node = Node.newBuilder().setId(nodeId).build();
    return new StreamInfo(id, Variant.SOTW, null, "peer", node, group);
  }

  static StreamStatus status(long id, String nodeId, String group, TypeStatus... types) {
    return new StreamStatus(info(id, nodeId, group), Instant.EPOCH, List.of(types), List.of());
  }

  static TypeStatus type(ResourceType type, SyncState state) {
    return new TypeStatus(type, state, true, 0, "v1", "v1", "0.1", 0, null, Map.of(), 0);
  }
}
