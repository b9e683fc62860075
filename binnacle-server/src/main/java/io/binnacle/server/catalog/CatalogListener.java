package io.binnacle.server.catalog;

import io.binnacle.core.view.View;
import io.binnacle.server.internal.Internal;

/**
 * Is notified of changes of a {@link Catalog}: of new views before they become visible, of all else
 * after that. Called on the publisher's thread, in the order of the publishes; must be quick, and
 * must not publish.
 */
@Internal
public interface CatalogListener {

  /**
   * A view of a group is about to become visible. Called on the thread that made it, before any
   * event loop can see it and while none waits for this thread; an equal view may be announced
   * twice.
   *
   * @param before the view that it follows upon; empty for the first of a group and its variables
   */
  default void onView(View before, View next) {}

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
