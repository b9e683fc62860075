package io.binnacle.server.internal.stream;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import io.binnacle.server.stream.CloseReason;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * What the node of a stream or of a poll is served: the key of its view, booked in the catalog for
 * as long as it is used. Owned by the loop of its home.
 */
public final class ServedNode {

  /** The streams or polls of a loop, among which this one is found by its group. */
  public interface Home {

    /** It is served this group from now on. */
    void joined(String group);

    /** It is no longer served this group. */
    void left(String group);

    /** What a key that is in use is to be served now. */
    ViewLookup lookup(ViewKey key);
  }

  /**
   * What was decided.
   *
   * @param group the group's name; empty when the node is unmatched or held by rule
   * @param view what is served; null while nothing is
   * @param heldReason why nothing is served; empty when something is
   * @param unmatched whether no group is for this node: for it nothing exists
   * @param refusal why the stream or poll must end; null when it goes on
   */
  public record Decision(
      String group,
      @Nullable View view,
      String heldReason,
      boolean unmatched,
      @Nullable CloseReason refusal) {}

  private final Catalog catalog;
  private final CatalogViews views;
  private final Home home;

  private @Nullable ViewKey key;
  private @Nullable View view;
  private boolean rendering;

  public ServedNode(Catalog catalog, Home home) {
    this.catalog = catalog;
    this.views = CatalogViews.of(catalog);
    this.home = home;
  }

  /** N-3: decides by the rules of now. */
  public Decision assign(Node node) {
    NodeAssignment assignment =
        requireNonNull(
            catalog.assigner().assign(node),
            "the node assigner gave null; what no group matches is NodeAssignment.Unmatched");
    if (assignment instanceof NodeAssignment.Group group) {
      if (!group.key().equals(key)) {
        release();
        key = group.key();
        home.joined(key.group());
        return serve(key, views.acquire(key));
      }
      return refresh();
    }
    release();
    return assignment instanceof NodeAssignment.Held held
        ? new Decision("", null, held.reason(), false, null)
        : new Decision("", null, "no group matches this node", true, null);
  }

  /** What the catalog has now for the same key; only for a node that has one. */
  public Decision refresh() {
    ViewKey same = key;
    if (same == null) {
      throw new IllegalStateException("this node is served no group");
    }
    ViewLookup lookup = home.lookup(same);
    // not booked: the group was away, or has become a template
    return serve(same, lookup instanceof ViewLookup.NotThere ? views.acquire(same) : lookup);
  }

  /** The view that is served now; null when nothing is. */
  public @Nullable View view() {
    return view;
  }

  /** The group that it is served; empty for none. */
  public String group() {
    return key == null ? "" : key.group();
  }

  /** Whether what it will be served is being made. */
  boolean isRendering() {
    return rendering;
  }

  /** Whether a group is for this node, be it published or not. */
  public boolean hasGroup() {
    return key != null;
  }

  /** It is served nothing from now on. */
  public void release() {
    ViewKey used = key;
    key = null;
    view = null;
    rendering = false;
    if (used != null) {
      home.left(used.group());
      views.release(used);
    }
  }

  private Decision serve(ViewKey of, ViewLookup lookup) {
    String group = of.group();
    rendering = lookup instanceof ViewLookup.Rendering;
    view = lookup instanceof ViewLookup.Ready ready ? ready.view() : null;
    if (view != null) {
      return new Decision(group, view, "", false, null);
    }
    if (lookup instanceof ViewLookup.TooMany tooMany) {
      String message =
          "group %s has %d distinct views already, one per node value"
              .formatted(group, tooMany.limit());
      CloseReason refusal =
          new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "too-many-views", message);
      return new Decision(group, null, message, false, refusal);
    }
    return new Decision(group, null, "group " + group + " " + whyNot(lookup), false, null);
  }

  private static String whyNot(ViewLookup lookup) {
    if (lookup instanceof ViewLookup.Failed failed) {
      return "cannot be rendered for this node: " + failed.message();
    }
    return lookup instanceof ViewLookup.Rendering ? "is being rendered" : "has not been published";
  }
}
