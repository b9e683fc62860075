package io.binnacle.core.view;

import io.binnacle.core.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * How one name differs between two type views; before and after are never of equal content.
 *
 * @param name canonical name of the resource
 * @param before null when the resource was not there
 * @param after null when it is there no more
 */
public record Change(String name, @Nullable Resource before, @Nullable Resource after) {

  /** The change between two states of a name, or null when a client would notice none. */
  static @Nullable Change between(
      String name, @Nullable Resource before, @Nullable Resource after) {
    if (before == after || (before != null && after != null && before.sameContent(after))) {
      return null;
    }
    return new Change(name, before, after);
  }
}
