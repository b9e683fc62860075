package io.binnacle.core.client;

import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import org.jspecify.annotations.Nullable;

/** A session over Delta streams. */
public final class DeltaClientSession extends ClientSession {

  /** A session without a stream. */
  public DeltaClientSession(ResourceCache cache, ClientSettings settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ResponseFacts onResponse(Message response, long now) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #onResponse(Message, long)}. */
  public ResponseFacts onResponse(DeltaDiscoveryResponse response, long now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable DeltaDiscoveryRequest poll(long now) {
    throw new UnsupportedOperationException();
  }
}
