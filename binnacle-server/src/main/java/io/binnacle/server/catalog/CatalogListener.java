package io.binnacle.server.catalog;

/**
 * Hears of changes of a {@link Catalog} after they have become visible. Called on the publisher's
 * thread, in the order of the publishes; must be quick and must not publish.
 */
public interface CatalogListener {

  /**
   * The views of a group changed, or the group came or went.
   *
   * @param publication to report to: which streams it concerns, and what they answer
   */
  void onPublish(PublicationProgress publication);

  /** A view of a group was rendered for the first time; called on a background thread. */
  void onRendered(String group);

  /** Nodes are assigned by another rule now. */
  void onAssignerChanged();
}
