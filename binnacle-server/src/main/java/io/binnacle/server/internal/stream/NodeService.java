package io.binnacle.server.internal.stream;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ServerSession;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * What one stream's node is served: the key of its view, booked in the catalog for as long as the
 * stream uses it. Owned by the stream's loop.
 */
final class NodeService {

  /**
   * What was decided.
   *
   * @param group the group's name; empty when the node is unmatched or held by rule
   * @param heldReason why nothing is served; empty when something is
   * @param refusal why the stream must end; null when it goes on
   */
  record Decision(String group, String heldReason, @Nullable CloseReason refusal) {}

  private final Catalog catalog;
  private final LoopStreams home;
  private final StreamDriver stream;
  private final ServerSession session;

  /** SDS-1: whether the stream may carry Secrets. */
  private final boolean secrets;

  private @Nullable ViewKey key;
  private @Nullable View view;
  private boolean rendering;

  NodeService(
      Catalog catalog,
      LoopStreams home,
      StreamDriver stream,
      ServerSession session,
      boolean secrets) {
    this.catalog = catalog;
    this.home = home;
    this.stream = stream;
    this.session = session;
    this.secrets = secrets;
  }

  /** N-3: decides by the rules of now. */
  Decision assign() {
    NodeAssignment assignment =
        requireNonNull(
            catalog.assigner().assign(session.node()),
            "the node assigner gave null; what no group matches is NodeAssignment.Unmatched");
    if (assignment instanceof NodeAssignment.Group group) {
      if (!group.key().equals(key)) {
        release();
        key = group.key();
        home.joined(stream, key.group());
        return serve(key, catalog.acquire(key));
      }
      return refresh();
    }
    release();
    if (assignment instanceof NodeAssignment.Held held) {
      session.onHold();
      return new Decision("", held.reason(), null);
    }
    session.onUnmatched();
    return new Decision("", "no group matches this node", null);
  }

  /** Serves what the catalog has now for the same key; only for a node that has one. */
  Decision refresh() {
    ViewKey same = key;
    if (same == null) {
      throw new IllegalStateException("this stream's node is served no group");
    }
    ViewLookup lookup = home.lookup(catalog, same);
    // not booked: the group was away, or has become a template
    return serve(same, lookup instanceof ViewLookup.NotThere ? catalog.acquire(same) : lookup);
  }

  /** The view that is served now; null when nothing is. */
  @Nullable View view() {
    return view;
  }

  /** The group that it is served; empty for none. */
  String group() {
    return key == null ? "" : key.group();
  }

  /** Whether what it will be served is being made. */
  boolean isRendering() {
    return rendering;
  }

  boolean hasGroup() {
    return key != null;
  }

  void release() {
    ViewKey used = key;
    key = null;
    view = null;
    if (used != null) {
      home.left(stream, used.group());
      catalog.release(used);
    }
  }

  private Decision serve(ViewKey of, ViewLookup lookup) {
    String group = of.group();
    rendering = lookup instanceof ViewLookup.Rendering;
    if (lookup instanceof ViewLookup.Ready ready) {
      view = ready.view();
      session.onView(secrets ? view : view.without(ResourceType.SECRET));
      return new Decision(group, "", null);
    }
    view = null;
    session.onHold();
    if (lookup instanceof ViewLookup.TooMany tooMany) {
      String message =
          "group %s has %d distinct views already, one per node value"
              .formatted(group, tooMany.limit());
      return new Decision(
          group,
          message,
          new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "too-many-views", message));
    }
    return new Decision(group, "group " + group + " " + whyNot(lookup), null);
  }

  private static String whyNot(ViewLookup lookup) {
    if (lookup instanceof ViewLookup.Failed failed) {
      return "cannot be rendered for this node: " + failed.message();
    }
    return lookup instanceof ViewLookup.Rendering ? "is being rendered" : "has not been published";
  }
}
