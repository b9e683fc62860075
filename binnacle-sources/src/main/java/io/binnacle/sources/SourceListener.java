package io.binnacle.sources;

/**
 * Is notified of what becomes of a source: for logs, metrics and revisions. Called on the source's
 * thread, and for the first load on that which opened it; must be quick and must not throw.
 */
@FunctionalInterface
public interface SourceListener {

  /** Something happened. */
  void on(SourceEvent event);
}
