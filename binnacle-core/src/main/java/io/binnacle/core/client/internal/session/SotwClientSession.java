package io.binnacle.core.client.internal.session;

import com.google.protobuf.Message;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.response.Update;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.jspecify.annotations.Nullable;

/** A session over SotW streams. */
public final class SotwClientSession extends ClientSession {

  /** A session without a stream. */
  public SotwClientSession(ResourceCache cache, ClientSettings settings) {
    super(cache, settings);
  }

  @Override
  public ResponseFacts onResponse(Message response, long now) {
    if (response instanceof DiscoveryResponse expected) {
      return onResponse(expected, now);
    }
    throw new IllegalArgumentException("not a DiscoveryResponse: " + response.getClass().getName());
  }

  /** As {@link #onResponse(Message, long)}. */
  public ResponseFacts onResponse(DiscoveryResponse response, long now) {
    TypeStream type = asked(response.getTypeUrl());
    if (type == null) {
      return unasked(response.getTypeUrl(), response.getVersionInfo(), response.getNonce());
    }
    Update update = type.cache.reader().read(response);
    return receive(type, response.getTypeUrl(), update, response.getNonce(), now);
  }

  @Override
  public @Nullable DiscoveryRequest poll(long now) {
    Message.Builder next = next(now);
    if (!(next instanceof DiscoveryRequest.Builder request)) {
      return null;
    }
    Node node = node(now);
    return (node == null ? request : request.setNode(node)).build();
  }

  @Override
  TypeStream typeStream(TypeCache type, long ofStream) {
    return new SotwTypeStream(type, settings, ofStream);
  }
}
