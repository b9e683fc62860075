package io.binnacle.core.client;

import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.jspecify.annotations.Nullable;

/** A session over Sotw streams. */
public final class SotwClientSession extends ClientSession {

  /** A session without a stream. */
  public SotwClientSession(ResourceCache cache, ClientSettings settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ResponseFacts onResponse(Message response, long now) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #onResponse(Message, long)}. */
  public ResponseFacts onResponse(DiscoveryResponse response, long now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable DiscoveryRequest poll(long now) {
    throw new UnsupportedOperationException();
  }
}
