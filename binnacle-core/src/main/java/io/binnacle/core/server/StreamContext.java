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

  private record Step(TypeView from, TypeView to) {}

  private record Overlaid(TypeView base, Overlay overlay) {}

  /** With the type, since the empty content of two types is equal but not encoded so (T-4). */
  private record EncodedKey(
      ResourceType type, Object content, boolean delta, TypeSession.Form form) {}

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

  /**
   * Made when something is really encoded, which is once for many streams.
   *
   * @param variants whether the client understands variants (D-16)
   */
  Encoder encoder(boolean variants) {
    return new Encoder(options.controlPlaneIdentifier(), variants);
  }

  boolean getsTtl() {
    return client.getsTtl(variant, options);
  }

  /** What differs between two views, found once for all streams that make this step. */
  List<Change> changes(TypeView from, TypeView to) {
    return from == to ? List.of() : shared(new Step(from, to), () -> to.changesSince(from));
  }

  /** A view through an overlay: streams in the same phase share one, and its bytes (B-2). */
  TypeView overlaid(TypeView base, Overlay overlay) {
    return shared(new Overlaid(base, overlay), () -> base.with(overlay));
  }

  /** Any work that other streams of this variant may need too. */
  <T> T shared(Object key, Supplier<T> work) {
    return shared.once(key, work);
  }

  /** The bytes of a part: encoded once for all streams that get the same (B-2). */
  ResponseBody encoded(
      ResourceType type,
      Part part,
      String version,
      TypeSession.Form form,
      Supplier<ResponseBody> encoding) {
    Object content = part.key(version);
    return content == null
        ? encoding.get()
        : shared.once(new EncodedKey(type, content, variant == Variant.DELTA, form), encoding);
  }
}
