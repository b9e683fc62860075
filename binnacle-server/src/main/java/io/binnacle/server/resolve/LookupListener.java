package io.binnacle.server.resolve;

/**
 * Is notified of how lookups end, on the thread of {@link Resolvers}: it must be quick. What it
 * throws is logged.
 */
@FunctionalInterface
public interface LookupListener {

  /** A lookup ended, or was refused. */
  void onLookup(LookupEvent event);
}
