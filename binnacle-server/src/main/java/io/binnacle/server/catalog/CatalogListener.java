package io.binnacle.server.catalog;

/**
 * Hears of changes of a {@link Catalog} after they have become visible. Called on the publisher's
 * thread, in the order of the publishes; must be quick and must not publish.
 */
public interface CatalogListener {

  /** The views of a group changed, or one was rendered, or the group came or went. */
  void onGroupChanged(String group);

  /** Nodes are assigned by another rule now. */
  void onAssignerChanged();
}
