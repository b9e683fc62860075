package io.binnacle.server.internal.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.View;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.server.catalog.ViewLookup;
import org.jspecify.annotations.Nullable;

/** What one stream's node is served, handed on to its session. Owned by the stream's loop. */
final class NodeService implements ServedNode.Home {

  private final CatalogViews views;
  private final ServedNode node;
  private final LoopStreams home;
  private final StreamDriver stream;
  private final ServerSession session;

  /** SDS-1: whether the stream may carry Secrets. */
  private final boolean secrets;

  NodeService(
      Catalog catalog,
      LoopStreams home,
      StreamDriver stream,
      ServerSession session,
      boolean secrets) {
    this.views = CatalogViews.of(catalog);
    this.node = new ServedNode(catalog, this);
    this.home = home;
    this.stream = stream;
    this.session = session;
    this.secrets = secrets;
  }

  /** N-3: decides by the rules of now. */
  ServedNode.Decision assign() {
    return served(node.assign(session.node()));
  }

  /** Serves what the catalog has now for the same key; only for a node that has one. */
  ServedNode.Decision refresh() {
    return served(node.refresh());
  }

  private ServedNode.Decision served(ServedNode.Decision decision) {
    View view = decision.view();
    if (view != null) {
      session.onView(secrets ? view : view.without(ResourceType.SECRET));
    } else if (decision.unmatched()) {
      session.onUnmatched();
    } else {
      session.onHold();
    }
    return decision;
  }

  /** The view that is served now; null when nothing is. */
  @Nullable View view() {
    return node.view();
  }

  /** The group that it is served; empty for none. */
  String group() {
    return node.group();
  }

  /** Whether what it will be served is being made. */
  boolean isRendering() {
    return node.isRendering();
  }

  boolean hasGroup() {
    return node.hasGroup();
  }

  void release() {
    node.release();
  }

  @Override
  public void joined(String group) {
    home.joined(stream, group);
  }

  @Override
  public void left(String group) {
    home.left(stream, group);
  }

  @Override
  public ViewLookup lookup(ViewKey key) {
    return home.lookup(views, key);
  }
}
