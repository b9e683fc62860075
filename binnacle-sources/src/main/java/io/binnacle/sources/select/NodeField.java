package io.binnacle.sources.select;

import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.type.v3.SemanticVersion;
import java.util.function.Function;

/** A field of a node, other than metadata, that a selector can look at (G-3). */
enum NodeField {
  ID("id", Node::getId),
  CLUSTER("cluster", Node::getCluster),
  REGION("locality.region", node -> node.getLocality().getRegion()),
  ZONE("locality.zone", node -> node.getLocality().getZone()),
  SUB_ZONE("locality.sub_zone", node -> node.getLocality().getSubZone()),
  USER_AGENT_NAME("user_agent_name", Node::getUserAgentName),
  USER_AGENT_VERSION("user_agent_version", NodeField::userAgentVersion);

  private final String key;
  private final Function<Node, String> value;

  NodeField(String key, Function<Node, String> value) {
    this.key = key;
    this.value = value;
  }

  /** As it stands in a selector, with a dot before what is nested. */
  String key() {
    return key;
  }

  /** The node's value; empty when it gave none. */
  String of(Node node) {
    return value.apply(node);
  }

  // gRPC clients send a text, Envoy sends three numbers.
  private static String userAgentVersion(Node node) {
    if (!node.hasUserAgentBuildVersion()) {
      return node.getUserAgentVersion();
    }
    SemanticVersion version = node.getUserAgentBuildVersion().getVersion();
    return version.getMajorNumber() + "." + version.getMinorNumber() + "." + version.getPatch();
  }
}
