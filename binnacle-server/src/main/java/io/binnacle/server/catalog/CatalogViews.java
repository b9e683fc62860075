package io.binnacle.server.catalog;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.internal.Internal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The views of a catalog, for what serves streams and polls from it and for what finds resources on
 * demand; an application that publishes has no use for them. Safe from any thread.
 */
@Internal
public final class CatalogViews {

  private final Catalog catalog;

  private CatalogViews(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The views of this catalog. */
  public static CatalogViews of(Catalog catalog) {
    return new CatalogViews(catalog);
  }

  /**
   * What a node is to be served, booked as in use until {@link #release}. A view that has to be
   * rendered first is rendered in the background; listeners are notified when it is there.
   */
  public ViewLookup acquire(ViewKey key) {
    return catalog.acquire(key);
  }

  /** What a key that is in use is to be served now. */
  public ViewLookup lookup(ViewKey key) {
    return catalog.lookup(key);
  }

  /** Gives back what {@link #acquire} booked; a view that nobody uses for 5 minutes is dropped. */
  public void release(ViewKey key) {
    catalog.release(key);
  }

  /**
   * Shows resources in a group beside what is published there, or takes them away again; for
   * resolvers. They stay when the group is published again, and a published resource of the same
   * name goes before them. Nothing happens where there is no such group.
   *
   * @param edits per type, name to a resource on demand, or to null
   */
  public void found(String group, Map<ResourceType, Map<String, @Nullable Resource>> edits) {
    catalog.found(group, edits);
  }

  /** From now on this listener is notified of changes; see there for threads. */
  public void addListener(CatalogListener listener) {
    catalog.addListener(listener);
  }

  /** This listener is notified of no further change. */
  public void removeListener(CatalogListener listener) {
    catalog.removeListener(listener);
  }
}
