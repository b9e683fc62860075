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

  StreamInfo assigned(Node toNode, String toGroup) {
    return new StreamInfo(id, variant, onlyType, peer, toNode, toGroup);
  }
}
