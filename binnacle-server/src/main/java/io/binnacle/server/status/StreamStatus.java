package io.binnacle.server.status;

import io.binnacle.core.server.TypeStatus;
import io.binnacle.server.stream.HeldChange;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamSnapshot;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Instant;
import java.util.List;

/**
 * How one stream stands, or stood at its end.
 *
 * @param stream which one it is
 * @param openedAt when it was opened
 * @param types its types in push order
 * @param heldBack what waits on it, so that nothing in use breaks (O)
 */
public record StreamStatus(
    StreamInfo stream, Instant openedAt, List<TypeStatus> types, List<HeldChange> heldBack) {

  private static final int MOST_NODE_BYTES = 8_192;

  public StreamStatus {
    types = List.copyOf(types);
    heldBack = List.copyOf(heldBack);
  }

  static StreamStatus of(StreamSnapshot snapshot, Instant now) {
    return new StreamStatus(
        snapshot.stream(),
        now.minusNanos(snapshot.openNanos()),
        snapshot.types(),
        snapshot.heldBack());
  }

  /**
   * The same, with nothing of a large node but what identifies it: a client that has left is not to
   * cost as much as one that is there (B-3).
   */
  StreamStatus withSmallNode() {
    Node node = stream.node();
    if (node.getSerializedSize() <= MOST_NODE_BYTES) {
      return this;
    }
    Node.Builder small = Node.newBuilder().setId(node.getId()).setCluster(node.getCluster());
    small.setUserAgentName(node.getUserAgentName());
    small.setUserAgentVersion(node.getUserAgentVersion());
    Node kept = small.build();
    StreamInfo info =
        stream.withNode(
            kept.getSerializedSize() <= MOST_NODE_BYTES ? kept : Node.getDefaultInstance());
    return new StreamStatus(info, openedAt, types, heldBack);
  }

  /** Name and version of the client, as far as it sends them: {@code envoy 1.40.0}. */
  public String client() {
    Node node = stream.node();
    String version = node.getUserAgentVersion();
    if (node.hasUserAgentBuildVersion()) {
      var build = node.getUserAgentBuildVersion().getVersion();
      version = build.getMajorNumber() + "." + build.getMinorNumber() + "." + build.getPatch();
    }
    return (node.getUserAgentName() + " " + version).strip();
  }
}
