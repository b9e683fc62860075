package io.binnacle.core.server;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;
import java.util.function.Supplier;

/** What the type sessions of one stream have in common. Owned by the thread of the session. */
final class StreamContext {

  private final Variant variant;
  private final boolean ads;
  private final SessionOptions options;
  private final Shared shared;
  private final RejectionMemory rejections;
  private final ViewHistory history;
  private Client client = Client.of(Node.getDefaultInstance());

  StreamContext(
      Variant variant,
      boolean ads,
      SessionOptions options,
      Shared shared,
      RejectionMemory rejections,
      ViewHistory history) {
    this.variant = variant;
    this.ads = ads;
    this.options = options;
    this.shared = shared;
    this.rejections = rejections;
    this.history = history;
  }

  /** N-1: the node of the first request of the stream, kept for its life. */
  void connected(Node node) {
    client = Client.of(node);
  }

  Client client() {
    return client;
  }

  Variant variant() {
    return variant;
  }

  boolean isAds() {
    return ads;
  }

  SessionOptions options() {
    return options;
  }

  RejectionMemory rejections() {
    return client.id().isEmpty() ? RejectionMemory.NONE : rejections;
  }

  ViewHistory history() {
    return history;
  }

  boolean getsTtl() {
    return client.getsTtl(variant, options);
  }

  /** Work that other streams may need too (B-2). */
  Shared shared() {
    return shared;
  }
}
