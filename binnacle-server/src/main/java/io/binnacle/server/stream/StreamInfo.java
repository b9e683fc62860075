package io.binnacle.server.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.config.core.v3.Node;
import org.jspecify.annotations.Nullable;

/**
 * Which stream an event is about.
 *
 * @param id unique in this process
 * @param variant SotW or delta
 * @param onlyType the type of a typed service; null on ADS
 * @param peer remote address, for people
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

  StreamInfo assigned(Node toNode, String toGroup) {
    return new StreamInfo(id, variant, onlyType, peer, toNode, toGroup);
  }
}
