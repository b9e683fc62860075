package io.binnacle.server.catalog;

import io.binnacle.core.view.View;
import io.binnacle.server.internal.Internal;

/** What the catalog has for a {@link ViewKey} at the moment. */
@Internal
public sealed interface ViewLookup {

  /** The view to serve. */
  record Ready(View view) implements ViewLookup {}

  /**
   * It is being rendered for the first time; listeners are notified of the group when that is done.
   */
  record Rendering() implements ViewLookup {}

  /**
   * Nothing is published under the group's name; or, from {@link Catalog#lookup}, the key is not
   * booked any more because the group was removed and came back.
   */
  record NotThere() implements ViewLookup {}

  /** The group's template could not be rendered with these variables. */
  record Failed(String message) implements ViewLookup {}

  /**
   * The group has as many distinct views as it may have; a node's id is only a claim of the client,
   * so there must be a bound.
   */
  record TooMany(int limit) implements ViewLookup {}
}
