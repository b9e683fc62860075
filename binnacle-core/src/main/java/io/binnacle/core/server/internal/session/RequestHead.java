package io.binnacle.core.server.internal.session;

import io.binnacle.core.server.Variant;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;

/** What requests of both variants have in common. */
record RequestHead(Variant variant, Node node, String typeUrl, String nonce) {

  static RequestHead of(DiscoveryRequest request) {
    return new RequestHead(
        Variant.SOTW, request.getNode(), request.getTypeUrl(), request.getResponseNonce());
  }

  static RequestHead of(DeltaDiscoveryRequest request) {
    return new RequestHead(
        Variant.DELTA, request.getNode(), request.getTypeUrl(), request.getResponseNonce());
  }
}
