package io.binnacle.server.resolve;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.catalog.Catalog;

/**
 * Runs {@link ResourceResolver}s for the groups of a catalog: what a client asks for by name and
 * its group does not hold is looked up, and becomes a resource of the group that is given only to
 * those who ask for it.
 *
 * <pre>{@code
 * Resolvers resolvers = Resolvers.builder(catalog).resolver(ResourceType.VIRTUAL_HOST, hosts).build();
 * XdsServer server = XdsServer.builder(catalog).resolvers(resolvers).build().start();
 * }</pre>
 *
 * <p>A client waits for its names only, and at most for {@link ResolverOptions#timeout}. Equal
 * names of a group are looked up once. Results are kept, found or not, and looked up again when
 * they are old, while some client still names them: so what appears later is pushed, and what went
 * away is removed. While lookups fail, what was found stays in service (B-6). A published resource
 * goes before one that a resolver found.
 *
 * <p>Safe from any thread. Everything inside happens on one thread of its own, on which resolvers
 * are called too. One may serve several servers of one catalog; close it behind them.
 */
public final class Resolvers implements AutoCloseable {

  private final SharedLookups lookups;

  Resolvers(SharedLookups lookups) {
    this.lookups = lookups;
  }

  /** Starts with a builder; see its methods for the defaults. */
  public static ResolversBuilder builder(Catalog catalog) {
    return new ResolversBuilder(catalog);
  }

  /**
   * Looks a name up again now, if a client still names it, and else forgets it: for applications
   * that are notified of changes. No effect for a name that nobody asked for.
   *
   * @param name as it was asked for
   */
  public void invalidate(String group, ResourceType type, String name) {
    lookups.invalidate(new Lookup(group, type, name));
  }

  /** What the streams and polls of a server ask. */
  SharedLookups lookups() {
    return lookups;
  }

  /** Ends all lookups: who waits is answered as if they had failed. What was found stays shown. */
  @Override
  public void close() {
    lookups.close();
  }
}
