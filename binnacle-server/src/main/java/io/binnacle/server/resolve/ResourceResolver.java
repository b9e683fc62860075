package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceName;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Resources by name, when a client asks: virtual hosts (VHDS) and clusters (ODCDS) on demand, or
 * anything else that clients name. To be given to {@link Resolvers}.
 *
 * <pre>{@code
 * ResourceResolver hosts = lookup -> database.find(lookup.name())
 *     .thenApply(row -> row == null ? Resolution.absent() : Resolution.found(hostOf(row)));
 * }</pre>
 */
@FunctionalInterface
public interface ResourceResolver {

  /**
   * Begins a lookup. Equal ones are asked for once at a time, and results are kept for a while.
   *
   * <p>Called on the one thread of {@link Resolvers}, which must not wait: work that takes time
   * belongs onto another thread, which completes the stage. A stage that fails, and an exception,
   * count as {@link Resolution.Failed}.
   *
   * @param lookup what was asked for; a client chose the name
   * @return completes with what is known of it, on any thread
   */
  CompletionStage<Resolution> resolve(Lookup lookup);

  /**
   * Whether this is asked for the members of a glob collection too (X-4); by default it is not, and
   * a collection has the members that are published. Called on any thread; must not wait, and
   * always answers the same for a glob.
   *
   * @param glob canonical, {@code xdstp://authority/type/path/*}
   */
  default boolean listsCollection(String glob) {
    return false;
  }

  /** This resolver, asked for the members of every glob collection too. */
  static ResourceResolver withCollections(ResourceResolver resolver) {
    requireNonNull(resolver, "resolver");
    return new ResourceResolver() {
      @Override
      public CompletionStage<Resolution> resolve(Lookup lookup) {
        return resolver.resolve(lookup);
      }

      @Override
      public boolean listsCollection(String glob) {
        return true;
      }
    };
  }

  /**
   * A resolver that asks one of several by the authority of an xdstp name, and of a collection
   * where that one lists collections (X-4).
   *
   * @param byAuthority authority to its resolver
   * @param otherwise for plain names and for all other authorities
   */
  static ResourceResolver byAuthority(
      Map<String, ResourceResolver> byAuthority, ResourceResolver otherwise) {
    Map<String, ResourceResolver> resolvers = Map.copyOf(byAuthority);
    requireNonNull(otherwise, "otherwise");
    return new ResourceResolver() {
      private ResourceResolver of(String name) {
        return resolvers.getOrDefault(ResourceName.authorityOf(name), otherwise);
      }

      @Override
      public CompletionStage<Resolution> resolve(Lookup lookup) {
        return of(lookup.name()).resolve(lookup);
      }

      @Override
      public boolean listsCollection(String glob) {
        return of(glob).listsCollection(glob);
      }
    };
  }

  /** A resolver that knows nothing: every name is absent. */
  static ResourceResolver nothing() {
    return lookup -> CompletableFuture.completedFuture(Resolution.absent());
  }
}
