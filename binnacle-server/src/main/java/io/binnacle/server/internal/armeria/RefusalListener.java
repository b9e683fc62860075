package io.binnacle.server.internal.armeria;

import io.binnacle.core.server.Variant;
import io.binnacle.server.stream.CloseReason;

/**
 * Is notified of streams that were refused before they began, which therefore are in no event feed.
 * Called on the event loops; must be quick.
 */
@FunctionalInterface
public interface RefusalListener {

  void onRefused(Variant variant, CloseReason reason);
}
