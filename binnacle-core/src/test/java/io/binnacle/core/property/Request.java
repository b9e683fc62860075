package io.binnacle.core.property;

import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.internal.session.ServerSession;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import java.util.Map;

/** A request of either variant on its way to the server. */
sealed interface Request {

  ResourceType type();

  String nonce();

  boolean nack();

  /** Hands it to a session. */
  void to(ServerSession session, Node node);

  record Delta(
      ResourceType type,
      List<String> subscribe,
      List<String> unsubscribe,
      Map<String, String> initial,
      String nonce,
      boolean nack)
      implements Request {
    @Override
    public void to(ServerSession session, Node node) {
      DeltaDiscoveryRequest.Builder request =
          DeltaDiscoveryRequest.newBuilder()
              .setTypeUrl(type.typeUrl())
              .setNode(node)
              .addAllResourceNamesSubscribe(subscribe)
              .addAllResourceNamesUnsubscribe(unsubscribe)
              .putAllInitialResourceVersions(initial)
              .setResponseNonce(nonce);
      if (nack) {
        request.setErrorDetail(Status.newBuilder().setCode(13).setMessage("refused"));
      }
      session.onRequest(request.build());
    }
  }

  record Sotw(ResourceType type, List<String> names, String version, String nonce, boolean nack)
      implements Request {
    @Override
    public void to(ServerSession session, Node node) {
      DiscoveryRequest.Builder request =
          DiscoveryRequest.newBuilder()
              .setTypeUrl(type.typeUrl())
              .setNode(node)
              .addAllResourceNames(names)
              .setVersionInfo(version)
              .setResponseNonce(nonce);
      if (nack) {
        request.setErrorDetail(Status.newBuilder().setCode(13).setMessage("refused"));
      }
      session.onRequest(request.build());
    }
  }
}
