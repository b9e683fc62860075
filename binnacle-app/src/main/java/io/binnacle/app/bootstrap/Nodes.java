package io.binnacle.app.bootstrap;

import io.envoyproxy.envoy.config.core.v3.Node;

/** A client's own node, as it stands in its bootstrap. */
final class Nodes {

  private Nodes() {}

  static String yaml(Node node, String indent) {
    StringBuilder out = new StringBuilder();
    out.append(indent).append("id: ").append(Json.of(node.getId())).append("\n");
    if (!node.getCluster().isEmpty()) {
      out.append(indent).append("cluster: ").append(Json.of(node.getCluster())).append("\n");
    }
    if (node.hasMetadata()) {
      out.append(indent).append("metadata: ").append(Json.of(node.getMetadata())).append("\n");
    }
    if (node.hasLocality()) {
      out.append(indent).append("locality: ").append(Json.of(node.getLocality())).append("\n");
    }
    return out.toString();
  }
}
