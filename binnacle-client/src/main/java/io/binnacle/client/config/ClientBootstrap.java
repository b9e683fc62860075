package io.binnacle.client.config;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import java.util.Map;

/**
 * Who a client is, and where its resources come from. Read from a bootstrap, or built by hand.
 *
 * @param node as it is sent to servers
 * @param servers sources of all types that have none of their own, the preferred one first (C-14)
 * @param types sources of single types
 * @param authorities sources of xdstp names by their authority, the preferred one first; an
 *     empty list means {@code servers}
 */
public record ClientBootstrap(
    Node node,
    List<XdsSource> servers,
    Map<ResourceType, XdsSource> types,
    Map<String, List<XdsSource>> authorities) {

  public ClientBootstrap {
    requireNonNull(node, "node");
    servers = List.copyOf(servers);
    types = Map.copyOf(types);
    authorities = Map.copyOf(authorities);
    servers.forEach(ClientBootstrap::checkServesAllTypes);
    authorities.values().forEach(list -> list.forEach(ClientBootstrap::checkServesAllTypes));
  }

  private static void checkServesAllTypes(XdsSource source) {
    if (source instanceof FileSource file) {
      throw new IllegalArgumentException(
          file.path() + " holds one type; name it as the source of that type");
    }
  }
}
