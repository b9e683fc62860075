package io.binnacle.server.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.config.core.v3.Node;
import org.jspecify.annotations.Nullable;

/**
 * Which stream an event is about; where a client polls, its polls for the same are one "stream".
 *
 * @param id unique in this process
 * @param variant SotW or delta; REST or FETCH where the client polls
 * @param onlyType the type of a typed service; null on ADS
 * @param peer remote address, for people; of a client that polls the host only
 * @param node of the first request, without its extensions; the default instance before that
 * @param group what the node is served: the group's name; empty when unmatched, held, or not yet
 *     known
 */
public record StreamInfo(
    long id,
    Variant variant,
    @Nullable ResourceType onlyType,
    String peer,
    Node node,
    String group) {

  /** Whether it is an aggregated stream. */
  public boolean isAds() {
    return onlyType == null;
  }

  /** The same stream, whose node is served this group now. */
  public StreamInfo served(String nowGroup) {
    return new StreamInfo(id, variant, onlyType, peer, node, nowGroup);
  }

  /**
   * Which stream it is, in one line: {@code stream 7 of edge-1 (ADS SOTW, 127.0.0.1:4711), group
   * edge}. What else the node holds is left out, since that may be kilobytes.
   */
  @Override
  public String toString() {
    String nodeId = node.getId().isEmpty() ? "a node without id" : oneLine(node.getId());
    String what = isAds() ? "ADS" : String.valueOf(onlyType);
    String served = group.isEmpty() ? "" : ", group " + group;
    return "stream " + id + " of " + nodeId + " (" + what + " " + variant + ", " + peer + ")"
        + served;
  }

  /** What a client sends must not look like our own lines. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /** The same stream, of which another node is kept. */
  public StreamInfo withNode(Node kept) {
    return new StreamInfo(id, variant, onlyType, peer, kept, group);
  }
}
