package io.binnacle.core.server.internal.stream;

import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.envoyproxy.envoy.config.core.v3.Node;

/** What the type sessions of one stream have in common. Owned by the thread of the session. */
public final class StreamContext {

  private final Variant variant;
  private final boolean ads;
  private final SessionOptions options;
  private final Shared shared;
  private final NodeMemory memory;
  private final ViewHistory history;
  private Client client = Client.of(Node.getDefaultInstance());

  public StreamContext(
      Variant variant,
      boolean ads,
      SessionOptions options,
      Shared shared,
      NodeMemory memory,
      ViewHistory history) {
    this.variant = variant;
    this.ads = ads;
    this.options = options;
    this.shared = shared;
    this.memory = memory;
    this.history = history;
  }

  /** N-1: the node of the first request of the stream, kept for its life. */
  public void connected(Node node) {
    client = Client.of(node);
  }

  public Client client() {
    return client;
  }

  public Variant variant() {
    return variant;
  }

  public boolean isAds() {
    return ads;
  }

  public SessionOptions options() {
    return options;
  }

  public NodeMemory memory() {
    return client.id().isEmpty() ? NodeMemory.NONE : memory;
  }

  public ViewHistory history() {
    return history;
  }

  public boolean getsTtl() {
    return client.getsTtl(variant, options);
  }

  /** Work that other streams may need too (B-2). */
  public Shared shared() {
    return shared;
  }
}
