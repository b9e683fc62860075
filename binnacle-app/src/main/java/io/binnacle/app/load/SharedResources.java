package io.binnacle.app.load;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Resources that many clients hold, each kept once: ten thousand clients that get the same hundred
 * clusters hold a hundred objects and not a million. Owned by one loop.
 */
final class SharedResources {

  /** What was not seen for longest is let go; a client that holds it goes on holding it. */
  private static final int MOST = 50_000;

  private final Map<Message, Message> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Message, Message> eldest) {
          return size() > MOST;
        }
      };

  /** An equal response, of resources that were seen before where that can be. */
  Message share(Message response) {
    if (response instanceof DeltaDiscoveryResponse delta) {
      DeltaDiscoveryResponse.Builder shared = delta.toBuilder();
      for (int i = 0; i < shared.getResourcesCount(); i++) {
        shared.setResources(i, (Resource) shared(delta.getResources(i)));
      }
      return shared.build();
    }
    DiscoveryResponse sotw = (DiscoveryResponse) response;
    DiscoveryResponse.Builder shared = sotw.toBuilder();
    for (int i = 0; i < shared.getResourcesCount(); i++) {
      shared.setResources(i, (Any) shared(sotw.getResources(i)));
    }
    return shared.build();
  }

  private Message shared(Message resource) {
    Message first = known.putIfAbsent(resource, resource);
    return first == null ? resource : first;
  }
}
